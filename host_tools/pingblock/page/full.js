// The sentence of the device and of the page when the storage is full.
import { _ } from "./language.js";

export const FULL = _(
  "Your latest changes are not saved, because this browser's storage is full or refuses. If you close the page, you lose them, unless a later change can be saved.",
);
