// An engine that cannot be used. It replaces those of a server and of a real Pico.
export const lacks = () => "";
export const offers = () => [];
