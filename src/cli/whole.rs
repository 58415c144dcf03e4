//! Whole numbers as arguments.

/// Reads a whole number between two bounds.
pub(super) fn whole(low: u64, high: u64) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse::<u64>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ if high == u64::MAX => Err(format!("a whole number from {low} up to {high} is wanted")),
        _ => Err(format!("a whole number from {low} to {high} is wanted")),
    }
}
