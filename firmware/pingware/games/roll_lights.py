"""Light shows that games with dice and jails share. Each die is counted."""

SHOWS = (
    b"die_1 n fff;die_2 n 04f;beeps n f60;"
    b"jail 1496941496941 f00;free 0369036999 0f2;stay 99911000 f60;"
    b"pay 99099000 fa0;tick 1 fff;again 9909 0ff;first n 0f2"
)
