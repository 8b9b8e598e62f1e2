"""Light shows that games with dice and jails share: each die is counted, each verdict its own."""

ROWS = (
    "die_1 n 255 255 255;die_2 n 0 60 255;tries n 255 100 0;"
    "jail 1496941496941 255 0 0;free 0369036999 0 255 40;stay 99911000 255 100 0;"
    "pay 99099000 255 170 0;tick 1 255 255 255"
)
