// Chooses cues: the sound and the badge for each kind of event of the referees (tables/*/words.py). Pure.

/**
 * @typedef {object} Cue
 * @property {[number, number][]} notes  pairs of Hz and ms, where 0 Hz is a pause
 * @property {string} picture  an SVG path in a square of 24 by 24
 * @property {string} kinds  the kinds of events that have this cue
 */
/** @type {Record<string, Cue>} */
export const CUES = {
  dice: {
    notes: [...rattle(1500), ...rattle(1150), ...rattle(1350), [880, 60]],
    picture: "M5 5h14v14H5zM9 9v.1M15 9v.1M12 12v.1M9 15v.1M15 15v.1",
    kinds: "rolled start_rolled jail_rolled reroll_chosen roll_repeated",
  },
  card: {
    notes: [
      [520, 40],
      [780, 60],
      [1040, 80],
    ],
    picture: "M7 4h10v16H7zM10 8h4M10 12h4",
    kinds: "card_drawn card_read card_turned card_dealt deck_exceeded pile_shuffled jail_card_used",
  },
  move: {
    notes: [
      [440, 45],
      [0, 25],
      [440, 45],
      [0, 25],
      [554, 60],
    ],
    picture: "M4 12h13M12 6l6 6-6 6",
    kinds: "moved dropped_in stopped dice_placed block_reached place_visited own_place_visited jail_visited",
  },
  gain: {
    notes: [
      [988, 70],
      [1319, 190],
    ],
    picture: "M12 4a8 8 0 1 0 .1 0M12 8v8M8 12h8",
    kinds: `cash_received start_passed pot_taken double_ones_paid hp_gained scored coins_rolled sound_heard
      deed_received opponents_gained rested items_picked_up item_found buildings_sold deed_mortgaged deed_dealt`,
  },
  loss: {
    notes: [
      [392, 90],
      [311, 90],
      [247, 170],
    ],
    picture: "M12 4a8 8 0 1 0 .1 0M8 12h8",
    kinds: "paid debt_made hp_lost place_lost items_dropped opponents_lost rent_asked",
  },
  buy: {
    notes: [
      [659, 80],
      [784, 80],
      [988, 150],
    ],
    picture: "M5 20V11l7-6 7 6v9zM10 20v-6h4v6",
    kinds: `deed_bought deed_sold house_built hotel_built building_wanted mortgage_lifted place_taken wall_built
      deal_accepted trade_accepted`,
  },
  offer: {
    notes: [
      [587, 70],
      [0, 40],
      [587, 70],
      [698, 110],
    ],
    picture: "M4 9h14l-4-4M20 15H6l4 4",
    kinds: "bid_made deed_auctioned deal_offered trade_offered",
  },
  hit: {
    notes: [
      [220, 50],
      [165, 60],
      [110, 150],
    ],
    picture: "M12 3l2.5 6L21 8l-4.5 5L20 19l-6.5-2.5L10 21l-.5-6.5L3 12l6-2.5z",
    kinds: "rival_shot wall_shot bomb_set_off item_used knocked_out bankrupted disqualified",
  },
  storm: {
    notes: [
      [185, 90],
      [233, 90],
      [294, 90],
      [233, 90],
      [156, 200],
    ],
    picture: "M4 8h10a3 3 0 1 0-3-3M4 12h14a3 3 0 1 1-3 3M4 16h7a2.500 2.500 0 1 1-2.500 2.500",
    kinds: "space_stormed jail_stormed storm_repeated",
  },
  jail: {
    notes: [
      [330, 120],
      [262, 120],
      [196, 240],
    ],
    picture: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
    kinds: "jailed jail_stayed jail_stayed_to_the_end rolled_too_well island_reached",
  },
  free: {
    notes: [
      [523, 70],
      [659, 70],
      [1047, 150],
    ],
    picture: "M6 11h12v9H6zM8.5 11V7a3.5 3.5 0 0 1 6.8-1",
    kinds: "jail_left covered worm_kept match_pulled",
  },
  nothing: {
    notes: [
      [330, 70],
      [294, 120],
    ],
    picture: "M12 4a8 8 0 1 0 .1 0M6.5 6.5l11 11",
    kinds: `nothing_found nothing_gained nothing_owed action_let_go bid_passed deed_unsold deed_left deal_refused
      deal_dropped trade_refused trade_dropped auction_dropped bid_dropped rent_forgotten owner_jailed lap_wanted
      miss_pulled worm_put_back final_round_called_off`,
  },
  turn: {
    notes: [
      [784, 80],
      [1047, 110],
    ],
    picture: "M12 3a9 9 0 1 0 .1 0M12 7v5l4 2",
    kinds: "turn_begun first_chosen run_begun run_ended final_round_begun time_over",
  },
  change: {
    notes: [[700, 60]],
    picture: "M4 20l1-5L16 4l4 4L9 19z",
    kinds: `points_corrected turn_corrected hp_corrected place_corrected jail_corrected jail_corrected_away
      owner_corrected owner_corrected_away storm_corrected storm_corrected_away wall_corrected wall_corrected_away
      items_corrected pot_corrected cash_corrected mortgage_corrected mortgage_corrected_away buildings_corrected
      jail_card_corrected worms_corrected cash_transferred cash_given_to_bank cash_taken_from_bank player_joined
      player_left`,
  },
  win: {
    notes: [
      [523, 110],
      [659, 110],
      [784, 110],
      [1047, 220],
      [784, 110],
      [1047, 420],
    ],
    picture: "M7 4h10v5a5 5 0 0 1-10 0zM7 5H4a3 3 0 0 0 3 4M17 5h3a3 3 0 0 1-3 4M12 14v4M8 20h8",
    kinds: "won won_last broken_off",
  },
};
const MOST = 3; // maximum cues that sound for a step

/** Returns the sound of a die that hits the table. @param {number} hz @returns {[number, number][]} */
function rattle(hz) {
  return [
    [hz, 22],
    [0, 38],
  ];
}

/** @type {Map<string, string>} */
const CUE_OF = new Map(
  Object.entries(CUES).flatMap(([cue, { kinds }]) => kinds.split(/\s+/).map((kind) => [kind, cue])),
);

/**
 * Returns the name of an event's cue. A game from another source can have kinds of events that are unknown here.
 * @param {string} kind
 */
export const cueOf = (kind) => CUE_OF.get(kind) ?? "change";

/**
 * Returns the notes that the page plays for a step. Each cue sounds once. The winner's tune sounds without other cues.
 * @param {import("./table.js").TableEvent[]} events @param {string[]} [called] kinds of events that a device at the
 *   game announces
 * @returns {[number, number][]}
 */
export function notesOf(events, called = []) {
  const won = events.filter(({ kind }) => cueOf(kind) === "win"),
    own = (won.length ? won : events).filter(({ kind }) => !called.includes(kind)),
    heard = [...new Set(own.map(({ kind }) => cueOf(kind)))].slice(-MOST);
  return heard.flatMap((cue, at) => [.../** @type {[number, number][]} */ (at ? [[0, 60]] : []), ...CUES[cue].notes]);
}

/**
 * Returns the events that this page announces. A phone announces only the events of the seats that it plays.
 * @param {import("./table.js").TableEvent[]} events @param {import("./hand.js").Seats | null} seats
 */
export const toldHere = (events, seats) =>
  events.filter(({ seat, kind }) => !seats?.own || seat === null || seats.own.includes(seat) || cueOf(kind) === "win");

/**
 * Returns the number of the roll if the last step was a roll, otherwise "".
 * @param {import("./table.js").Answer} shown @param {import("./table.js").TableEvent[]} fresh
 */
export const rollOf = ({ steps }, fresh) => (fresh.some(({ kind }) => cueOf(kind) === "dice") ? `${steps}` : "");
