// Sets the chosen theme before the first paint. Then starts the page, or shows why it cannot start. Old browsers, and
// pages opened from a file, must be able to run this script. So it is a classic script in old syntax, and index.html
// contains its sentences in each language. It also works without stored values.
(function () {
  "use strict";
  var LIMIT_MS = 15000,
    LOOK_MS = 1000,
    ERASE_MS = 5000;
  var ANEW = /(^|&)anew(?=&|$)/;
  // Newer functions that the page calls, some of which an old browser lacks. A test compares the list with the sources.
  var NEEDED = [
    Array.prototype.at,
    Array.prototype.findLast,
    Array.prototype.findLastIndex,
    Array.prototype.flatMap,
    Object.fromEntries,
    Object.hasOwn,
    String.prototype.at,
    String.prototype.matchAll,
    String.prototype.replaceAll,
    Promise.prototype.finally,
    window.AbortSignal && AbortSignal.timeout,
    window.BigInt,
    window.Intl && Intl.ListFormat,
    window.Intl && Intl.PluralRules,
    window.MessageChannel,
    window.TransformStream,
    window.WebAssembly,
  ];
  /** The script inside the page, if the page is one file. @type {Element | null} */
  var held = null;
  var shown = "",
    waitedMs = 0,
    lookedMs = Date.now();

  /**
   * Shows the sentences of one kind, or hides all for "".
   * @param {string} why @param {string} [fault] the error in the browser's words
   */
  function show(why, fault) {
    var card = /** @type {HTMLElement} */ (document.getElementById("cannot"));
    var asked = /[?&]lang=(\w\w)/.exec(location.search);
    var language = (asked ? asked[1] : navigator.language || "").slice(0, 2);
    shown = why;
    card.hidden = !why;
    // The page must not show "starting" if it cannot start.
    /** @type {HTMLElement} */ (document.getElementById("engine")).hidden = Boolean(why) && why !== "slow";
    each(card, "[lang]", function (part) {
      part.hidden = part.lang !== (language === "de" || language === "fr" ? language : "en");
    });
    each(card, "[data-why]", function (part) {
      part.hidden = (" " + part.getAttribute("data-why") + " ").indexOf(" " + why + " ") < 0;
    });
    each(card, "[data-fault]", function (part) {
      part.textContent = fault || "";
    });
  }

  /** @param {HTMLElement} root @param {string} which @param {(element: HTMLElement) => void} act */
  function each(root, which, act) {
    Array.prototype.forEach.call(root.querySelectorAll(which), act);
  }

  /** Returns whether an engine runs, or the page shows why none does. */
  function started() {
    var page = /** @type {any} */ (window).pingblock;
    var status = page ? page.state().engine.status : "";
    // A person or the host must act.
    return status === "ready" || status === "lost" || status === "waits" || status === "guest";
  }

  function look() {
    var nowMs = Date.now();
    // Time does not count while the computer sleeps or the tab is in the background.
    waitedMs = started() ? 0 : waitedMs + Math.min(nowMs - lookedMs, 2 * LOOK_MS);
    lookedMs = nowMs;
    if (!waitedMs && (shown === "slow" || shown === "failed")) show("");
    if (waitedMs > LIMIT_MS && !shown) show("slow");
  }

  /** @param {any} event */
  function failed(event) {
    if (started() || (event.target && event.target !== window && event.target.type !== "module")) return;
    var fault = String(event.message || (event.reason && event.reason.message) || "");
    show(fault.indexOf("SyntaxError") < 0 ? "failed" : "old", fault);
  }

  function begin() {
    var script = document.createElement("script");
    script.type = "module";
    if (held) script.textContent = held.textContent;
    else script.src = "main.js";
    window.addEventListener("error", failed, true);
    window.addEventListener("unhandledrejection", failed);
    setInterval(look, LOOK_MS);
    document.head.appendChild(script);
  }

  /** Loads this page again, with or without asking whether to delete the stored data. @param {boolean} anew */
  function go(anew) {
    var hash = location.hash.slice(1).replace(ANEW, "").replace(/^&/, "");
    history.replaceState(
      null,
      "",
      location.pathname + location.search + "#" + hash + (anew ? (hash && "&") + "anew" : ""),
    );
    location.reload();
  }

  /**
   * Deletes everything that this browser has stored for the page, and starts again. Parts that the browser refuses to
   * delete stay.
   */
  function erase() {
    tried(function () {
      forget(localStorage);
    });
    tried(function () {
      forget(sessionStorage);
    });
    tried(function () {
      navigator.serviceWorker.getRegistration().then(function (found) {
        if (found) found.unregister();
      });
    });
    if (!navigator.locks) return drop();
    var waits = setTimeout(show, LOOK_MS, "held");
    navigator.locks.request("pingblock device", function () {
      clearTimeout(waits);
      drop();
      return new Promise(function () {}); // This waits until the page is left.
    });
  }

  /** @param {() => void} act */
  function tried(act) {
    try {
      act();
    } catch (refused) {
      // The browser has no such storage.
    }
  }

  /** @param {Storage} storage */
  function forget(storage) {
    Object.keys(storage).forEach(function (key) {
      if (/^pingblock/.test(key)) storage.removeItem(key);
    });
  }

  /** Deletes the device. If the storage refuses or does not answer, the page starts nevertheless. */
  function drop() {
    setTimeout(go, ERASE_MS, false);
    tried(function () {
      var database = indexedDB.deleteDatabase("pingblock");
      database.onsuccess = database.onerror = function () {
        go(false);
      };
    });
  }

  function start() {
    held = document.querySelector("script[data-file='main.js']");
    each(document.body, "[data-anew]", function (button) {
      button.addEventListener("click", function () {
        var does = button.getAttribute("data-anew");
        if (does === "erase") erase();
        else go(does === "ask");
      });
    });
    if (location.protocol === "file:" && !held) show("file");
    else if (ANEW.test(location.hash.slice(1))) show("anew");
    else if (
      !("noModule" in HTMLScriptElement.prototype) ||
      NEEDED.some(function (call) {
        return !call;
      })
    )
      show("old");
    else begin();
  }

  /** @type {any} */ (window).beginAnew = function () {
    go(true);
  };
  tried(function () {
    var theme = JSON.parse(localStorage.getItem("pingblock.page") || "{}").theme;
    if (theme) document.documentElement.setAttribute("data-theme", theme);
  });
  document.addEventListener("DOMContentLoaded", start);
})();
