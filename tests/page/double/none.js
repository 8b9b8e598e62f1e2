// An engine that is not there, in the place of those of a server and of a board.
export const lacks = () => "";
export const offers = () => [];
