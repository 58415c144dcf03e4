(function () {
  "use strict";
  var root = document.documentElement;
  root.classList.add("js");
  var steps = Array.prototype.slice.call(document.querySelectorAll(".step"));
  var moves = Array.prototype.slice.call(document.querySelectorAll(".moves button"));
  var by = function (id) { return document.getElementById(id); };
  var slider = by("slider"), place = by("place"), play = by("play"), said = by("said");
  var at = 0, timer = null;

  function show(number, quiet) {
    at = Math.max(0, Math.min(steps.length - 1, number));
    steps.forEach(function (step, index) { step.classList.toggle("now", index === at); });
    moves.forEach(function (move, index) {
      if (index === at) {
        move.setAttribute("aria-current", "step");
        var list = move.closest("ol"), item = move.parentNode;
        if (item.offsetTop < list.scrollTop + list.offsetTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.offsetTop + list.clientHeight) {
          list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
        }
      } else {
        move.removeAttribute("aria-current");
      }
    });
    slider.value = at;
    var heading = steps[at].querySelector("h2").textContent;
    slider.setAttribute("aria-valuetext", heading);
    place.textContent = (at + 1) + " of " + steps.length;
    by("first").disabled = by("back").disabled = at === 0;
    by("next").disabled = by("last").disabled = at === steps.length - 1;
    if (!quiet) {
      said.textContent = steps[at].textContent.replace(/\s+/g, " ").trim();
      try { history.replaceState(null, "", "#ply=" + (at + 1)); } catch (refused) { /* a page in a frame */ }
    }
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  }

  function run() {
    if (timer) { return stop(); }
    if (at === steps.length - 1) { show(0); }
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(function () {
      if (at === steps.length - 1) { return stop(); }
      show(at + 1);
    }, 1800);
  }

  function go(number) { stop(); show(number); }
  function linked() {
    // no element has this name, so that the browser does not scroll to it
    var found = /^#ply=(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) - 1 : -1;
  }

  by("first").onclick = function () { go(0); };
  by("back").onclick = function () { go(at - 1); };
  by("next").onclick = function () { go(at + 1); };
  by("last").onclick = function () { go(steps.length - 1); };
  play.onclick = run;
  slider.oninput = function () { go(Number(slider.value)); };
  moves.forEach(function (move, index) { move.onclick = function () { go(index); }; });
  by("ground").onclick = function () {
    var dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  };
  addEventListener("hashchange", function () { if (linked() >= 0) { show(linked(), true); } });
  addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider) { return; }
    var onButton = event.target.tagName === "BUTTON" || event.target.tagName === "A";
    var keys = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 };
    if (event.key in keys) {
      event.preventDefault();
      go(keys[event.key]);
    } else if (event.key === " " && !onButton) {
      event.preventDefault();
      run();
    }
  });
  show(Math.max(0, linked()), true);
})();
