// Starts the page, or shows why it cannot. It is read as a file and by old browsers, so it is a classic
// script in old words; the sentences are in index.html, in each language. It needs nothing that is stored.
(function () {
  "use strict";
  var LIMIT_MS = 15000,
    LOOK_MS = 1000,
    ERASE_MS = 5000;
  var ANEW = /(^|&)anew(?=&|$)/;
  // New enough for all that the page calls; a test compares it with the sources.
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
  // The page's script, where the page is one file.
  var held = document.querySelector("script[data-file='main.js']");
  var shown = "",
    waitedMs = 0,
    lookedMs = Date.now();

  /** Shows the sentences of one kind, "" for none. @param {string} why @param {string} [fault] in the browser's words */
  function show(why, fault) {
    var card = /** @type {HTMLElement} */ (document.getElementById("cannot"));
    var asked = /[?&]lang=(\w\w)/.exec(location.search);
    var language = (asked ? asked[1] : navigator.language || "").slice(0, 2);
    shown = why;
    card.hidden = !why;
    // Where nothing starts, it must not say "starting".
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

  /** Whether an engine plays, or the page itself says why none does. */
  function started() {
    var page = /** @type {any} */ (window).pingblock;
    var status = page ? page.state().engine.status : "";
    return status === "ready" || status === "lost" || status === "waits" || status === "guest"; // for a hand, or the host
  }

  function look() {
    var nowMs = Date.now();
    // A computer that slept, or a tab in the background, has not waited.
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

  /** Goes to this page, to ask whether it is to begin anew, or without that. @param {boolean} anew */
  function go(anew) {
    var hash = location.hash.slice(1).replace(ANEW, "").replace(/^&/, "");
    history.replaceState(
      null,
      "",
      location.pathname + location.search + "#" + hash + (anew ? (hash && "&") + "anew" : ""),
    );
    location.reload();
  }

  /** Erases all that this browser keeps of the page, and begins again; what the browser refuses is left out. */
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
      return new Promise(function () {}); // until the page has gone
    });
  }

  /** @param {() => void} act */
  function tried(act) {
    try {
      act();
    } catch (refused) {
      // nothing is kept there
    }
  }

  /** @param {Storage} storage */
  function forget(storage) {
    Object.keys(storage).forEach(function (key) {
      if (/^pingblock/.test(key)) storage.removeItem(key);
    });
  }

  /** Drops the device. Storage that is refused, or never answers, keeps the page from nothing. */
  function drop() {
    setTimeout(go, ERASE_MS, false);
    tried(function () {
      var database = indexedDB.deleteDatabase("pingblock");
      database.onsuccess = database.onerror = function () {
        go(false);
      };
    });
  }

  each(document.body, "[data-anew]", function (button) {
    button.addEventListener("click", function () {
      var does = button.getAttribute("data-anew");
      if (does === "erase") erase();
      else go(does === "ask");
    });
  });
  /** @type {any} */ (window).beginAnew = function () {
    go(true);
  };
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
})();
