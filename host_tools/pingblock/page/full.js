// The sentence of the device and of the page when the storage is full.
import { _ } from "./language.js";

export const FULL = _(
  "Not kept now: this browser's storage is full or refuses. Your latest changes are lost with this page, unless a later one can be stored.",
);
