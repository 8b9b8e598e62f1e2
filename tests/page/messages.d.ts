// Messages of a device. Written by `python -m tools.page_messages`; do not change it by hand.

interface DeviceBatteryCheck {
  open_mv: number;
  loaded_mv: number;
  milliohm: number;
  verdict: string;
  demo_cell: boolean;
  fault?: string | null;
}

interface DeviceCalibrationAnswer {
  trial: boolean;
  calibration: DeviceCalibrationValues;
}

interface DeviceCalibrationValues {
  from_us: number;
  to_us: number;
  reverse: boolean;
  low_deg: number;
  high_deg: number;
  home_deg: number;
}

interface DeviceCallAnswer {
  playing: boolean;
}

interface DeviceFaultEvent {
  code?: string;
  say?: string;
}

interface DeviceFilesAnswer {
  files: Record<string, [number, number]>;
  more: boolean;
}

interface DeviceGameAnswer {
  game: string;
  games: string[];
}

interface DeviceHelloAnswer {
  product: any;
  protocol: any;
  game?: string;
  version: string;
  board: string;
  uid: string;
  seeded: boolean;
  ended: string;
}

interface DeviceLogAnswer {
  faults?: DeviceNotedFault[];
  now_ms?: number;
  count?: number;
  crash?: string;
  more?: boolean;
  tests?: number[][];
}

interface DeviceNotedFault {
  code: string;
  count: number;
  first_ms: number;
  last_ms: number;
}

interface DeviceOddsAnswer {
  profile: string;
  weights: number[];
  counts: number[];
}

interface DeviceOutcome {
  outcome: string;
  coins: number;
  draw: number;
  details?: Record<string, any>;
}

interface DevicePressAnswer {
  accepted: boolean;
}

interface DevicePressEvent {
  button?: string;
}

interface DeviceProfileAnswer {
  profile: string;
  weights: number[];
}

interface DevicePutEvent {
  at?: number;
  block?: number;
  crc32?: number;
}

interface DeviceRemoveAnswer {
  removed: boolean;
}

interface DeviceReplayAnswer {
  replay: string;
}

interface DeviceRunEvent {
  state?: string;
  run?: number;
  length_ms?: number;
}

interface DeviceSelftestAnswer {
  inputs: Record<string, boolean>;
  sweep: boolean;
  sounds: boolean;
  pins?: Record<string, number>;
  base?: boolean;
}

interface DeviceSettingsAnswer {
  settings: DeviceStatusSettings;
  version: number;
  unsaved: boolean;
  reply: string;
  waits: string[];
}

interface DeviceSoundsAnswer {
  own: Record<string, [number, number]>;
  unusable: string[];
  restart: boolean;
  waiting: boolean;
  playing: boolean;
  ram: [number, number];
}

interface DeviceStatus {
  game: string;
  draws: number;
  counts?: number[];
  settings: DeviceStatusSettings;
  usb: boolean;
  battery: DeviceBatteryCheck | null;
  faults: Record<string, number>;
  problems: string[];
  problem_count?: number;
  seeded: boolean;
  lines_refused: number;
  lines_dropped: number;
  underruns: number;
  playing?: boolean;
  ram_free?: number;
  ram_largest?: number;
}

interface DeviceStatusSettings {
  volume: number;
  cap: number;
  chime: number;
  mute_lock: boolean;
  button_mute?: boolean;
  cells?: string;
  profile?: string;
  weights?: number[];
  motion?: string;
  names?: string[];
  run_s?: [number, number];
  dice_rules?: string;
  fortune_press?: string;
}

interface DeviceUpdateAnswer {
  slot: "a" | "b";
  running: string;
  state: string;
  why: string;
  mpy: number;
  base?: string;
  crc32?: number;
  other?: "good" | "rejected" | "unusable" | "none";
}

interface DeviceVolumeAnswer {
  volume: number;
  cap: number;
  heard: number;
  unsaved: boolean;
}

interface DeviceWormsAnswer {
  state: string;
  reply: string;
  runs: number;
  elapsed_ms: number;
  player: number;
  surprise: boolean;
  settings: DeviceStatusSettings;
  scores: number[];
  winner: number | null;
}

interface Answers {
  hello: DeviceHelloAnswer;
  status: DeviceStatus;
  press: DevicePressAnswer;
  replay: DeviceReplayAnswer;
  volume: DeviceVolumeAnswer;
  profile: DeviceProfileAnswer;
  game: DeviceGameAnswer;
  settings: DeviceSettingsAnswer;
  odds: DeviceOddsAnswer;
  worms: DeviceWormsAnswer;
  worms_calibrate: DeviceCalibrationAnswer;
  log: DeviceLogAnswer;
  files: DeviceFilesAnswer;
  remove: DeviceRemoveAnswer;
  update: DeviceUpdateAnswer;
  sounds: DeviceSoundsAnswer;
  call: DeviceCallAnswer;
  selftest: DeviceSelftestAnswer;
}

interface DeviceEvents {
  outcome: DeviceOutcome;
  replay: DeviceOutcome;
  press: DevicePressEvent;
  battery: DeviceBatteryCheck;
  fault: DeviceFaultEvent;
  run: DeviceRunEvent;
  put: DevicePutEvent;
}
