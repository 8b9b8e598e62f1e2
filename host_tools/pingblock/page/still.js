// Detects whether people want less motion, by the system's setting or the page's switch.

const calmer = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the reader wants less motion. */
export const isStill = () => calmer.matches || document.documentElement.hasAttribute("data-still");
