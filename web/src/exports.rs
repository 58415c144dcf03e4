//! What the page calls, and what it lends: plain functions over the memory of the module.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

use mancala_tools::questions::{Asking, answer};
use serde_json::{Value, json};

/// Milliseconds between two looks at how far an answer is.
const TICK: f64 = 200.0;

thread_local! {
    /// The question that is being answered.
    static ASKED: RefCell<Option<Arc<Asking>>> = const { RefCell::new(None) };
    /// When the page was last told how far its answer is.
    static TOLD: Cell<f64> = const { Cell::new(0.0) };
}

// what the page provides
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    fn now() -> f64;
    /// Tells why the module fails, as text in its memory.
    fn failed(start: *const u8, length: usize);
    /// Takes what is known before the answer, as text in the memory of the module.
    fn told(start: *const u8, length: usize);
}

/// The clock of the page. Long work looks at it often, so this is where the page learns how far the work is.
fn clock() -> Duration {
    // SAFETY: the page provides this function, which takes nothing
    let now = unsafe { now() };
    if now - TOLD.get() >= TICK {
        TOLD.set(now);
        let parts = ASKED.with_borrow(|asking| asking.as_ref().and_then(|asking| asking.parts()));
        if let Some((done, all)) = parts {
            tell(&json!({ "done": done, "of": all }));
        }
    }
    Duration::try_from_secs_f64(now / 1000.0).unwrap_or_default()
}

fn tell(known: &Value) {
    let known = known.to_string();
    // SAFETY: the page reads the bytes before it returns
    unsafe { told(known.as_ptr(), known.len()) }
}

/// Begins: lends the clock of the page, and lets it know why the module fails. To be called once, before all else.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    mancala_rules::clock::lend(clock);
    std::panic::set_hook(Box::new(|panic| {
        let why = panic.to_string();
        // SAFETY: the page reads the bytes of `why` before it returns
        unsafe { failed(why.as_ptr(), why.len()) }
    }));
}

/// Room for a text of this many bytes, which the page fills and hands to [`ask`].
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Answers the question in a [`room`] of this many bytes, which it takes back. Returns the address of the answer in its
/// lower, and the length in its upper 32 bits; the page gives it back to [`release`].
///
/// # Safety
///
/// `start` comes from [`room`] with the same length, and was not handed over before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(start: *mut u8, length: usize) -> u64 {
    // SAFETY: as the page promises
    let question = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) };
    let answer = match std::str::from_utf8(&question) {
        Ok(question) => {
            let asking = Arc::new(Asking::telling(|known| tell(&known)));
            ASKED.set(Some(asking.clone()));
            let answer = answer(question, &asking);
            ASKED.set(None);
            answer
        }
        Err(_) => "{\"error\":\"this question is no text\"}".to_owned(),
    };
    let answer = Box::leak(answer.into_bytes().into_boxed_slice());
    (answer.len() as u64) << 32 | answer.as_ptr() as usize as u64
}

/// Takes back an answer.
///
/// # Safety
///
/// Address and length are those that [`ask`] returned, and were not given back before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(start: *mut u8, length: usize) {
    // SAFETY: as the page promises
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) });
}
