/**
 * The computer at the other end of the USB cable. It waits for steady contacts, resets the bus, enumerates, opens the
 * port, reads and writes, and sends frames, whose number the emulator does not count. After 3 ms without a frame the
 * bus is suspended, and an unplugged cable has no other effect. The times are those of the chip's `usb_host.py`
 * (RP2350 datasheet 12.7, ADDR_ENDP, SOF_RD, SIE_STATUS; USB 2.0, 7.1.7).
 */

const PACKET_BYTES = 64;
const PACKET_US = 54;
const MS = 1e6;
const [DEBOUNCE_NS, RESET_NS, RECOVERY_NS, OPENING_NS, SUSPENDED_NS] = [100 * MS, 20 * MS, 10 * MS, 20 * MS, 3 * MS];
const [ADDRESS, SOF_RD, SIE_STATUS, FRAMES] = [0x00, 0x48, 0x50, 2048];
const [SUSPENDED, BUS_RESET] = [1 << 4, 1 << 19];

export class UsbHost {
  /** @param received - called with each packet of serial data (Uint8Array). */
  constructor(USBCDC, chip, received) {
    this.usb = chip.usbCtrl;
    this.clock = chip.clock;
    this.frame = 0;
    this.framesFromNs = Infinity; // the time of the bus reset
    this.received = received;
    this.connected = true;
    this.reading = true;
    this.enabled = false; // whether the device's controller is on
    this.serial = -1; // number of the endpoints of serial data
    this.waiting = []; // bytes for the firmware
    this.asked = 0; // bytes that the firmware has room for
    this.offered = []; // packets that were not read yet
    this.taking = false;
    this.Cdc = USBCDC;
    const alarm = (act) => chip.clock.createAlarm(act);
    this.taken = alarm(() => this.take());
    this.debounced = alarm(() => this.resetBus());
    this.recovered = alarm(() => this.giveAddress());
    this.opening = alarm(() => this.setLines(3));
    this.idle = alarm(() => this.suspend());
    this.keepRegisters();
    this.begin();
  }

  /** The registers that the emulator does not have: the address, the frame's number, the suspended bus. */
  keepRegisters() {
    const { usb } = this;
    const { readUint32, writeUint32 } = usb;
    let address = 0;
    usb.readUint32 = (offset) => {
      if (offset === ADDRESS) return address;
      return offset === SOF_RD ? this.counted() : readUint32.call(usb, offset);
    };
    usb.writeUint32 = (offset, value) => {
      if (offset === ADDRESS) address = value & 0xf007f;
      else writeUint32.call(usb, offset, value);
      if (offset === SIE_STATUS && usb.rawWriteValue & SUSPENDED) {
        usb.sieStatus &= ~SUSPENDED;
        usb.sieStatusUpdated();
      }
    };
  }

  /** Whether frames and packets pass. They do not before the bus reset, even if the cable is plugged in again. */
  get framesCome() {
    return this.connected && this.clock.nanos >= this.framesFromNs;
  }

  /** Returns the number of the latest frame. */
  counted() {
    if (this.framesCome) this.frame = Math.floor((this.clock.nanos - this.framesFromNs) / MS) % FRAMES;
    return this.frame;
  }

  /** Forgets the device. */
  begin() {
    const { usb } = this;
    const cdc = (this.cdc = new this.Cdc(usb));
    const { onEndpointWrite, onResetReceived } = usb;
    this.giveAddress = onResetReceived;
    const setLines = cdc.cdcSetControlLineState.bind(cdc);
    this.dtr = false; // whether a program has opened the port
    this.setLines = (value) => {
      this.dtr = (value & 1) === 1;
      setLines(value);
    };
    cdc.cdcSetControlLineState = () => {
      cdc.initialized = true;
      this.opening.schedule(OPENING_NS);
    };
    this.offered = [];
    this.asked = 0;
    usb.onUSBEnabled = () => {
      this.enabled = true;
      this.attach();
    };
    usb.onResetReceived = () => this.recovered.schedule(RESET_NS + RECOVERY_NS);
    usb.onEndpointRead = (endpoint, size) => {
      if (!this.isSerial(endpoint)) return;
      this.asked = size;
      this.answer();
    };
    usb.onEndpointWrite = (endpoint, packet) => {
      if (this.isSerial(endpoint)) {
        this.offered.push(packet);
        this.startTaking();
      } else if (this.connected) {
        onEndpointWrite(endpoint, packet);
        this.startTaking();
      }
    };
    const ready = Object.getPrototypeOf(usb).indicateBufferReady;
    usb.indicateBufferReady = (endpoint, out) => {
      if (out || !this.isSerial(endpoint)) ready.call(usb, endpoint, out);
    };
    this.ready = () => ready.call(usb, this.serial, false);
  }

  /** Returns whether an endpoint carries serial data, also before the host has asked again. */
  isSerial(endpoint) {
    if (this.cdc.inEndpoint > 0) this.serial = this.cdc.inEndpoint;
    return endpoint === this.serial;
  }

  /** Starts a connection if the device's controller is on and the cable is plugged in. */
  attach() {
    if (!this.enabled) return;
    this.idle.schedule(SUSPENDED_NS);
    if (this.connected) this.debounced.schedule(DEBOUNCE_NS);
  }

  resetBus() {
    this.forgetPackets(this.usb.endpointWriteAlarms);
    this.begin();
    this.framesFromNs = this.clock.nanos + RESET_NS;
    this.usb.sieStatus |= BUS_RESET;
    this.usb.sieStatusUpdated();
  }

  suspend() {
    if (this.framesCome) return;
    this.usb.sieStatus |= SUSPENDED;
    this.usb.sieStatusUpdated();
  }

  forgetPackets(endpoints) {
    for (const each of endpoints) {
      each.alarm.cancel();
      each.buffers = [];
    }
  }

  send(bytes) {
    if (!this.connected) return;
    this.waiting.push(...bytes);
    this.answer();
  }

  answer() {
    if (!this.asked || !this.waiting.length) return;
    const packet = Uint8Array.from(this.waiting.splice(0, Math.min(this.asked, PACKET_BYTES)));
    this.asked = 0;
    this.usb.endpointReadDone(this.serial, packet, PACKET_US);
  }

  read(reading) {
    this.reading = reading;
    this.startTaking();
  }

  startTaking() {
    if (this.offered.length && this.reading && this.framesCome && this.dtr && !this.taking) {
      this.taking = true;
      this.taken.schedule(PACKET_US * 1000);
    }
  }

  take() {
    this.taking = false;
    this.received(this.offered.shift());
    if (this.offered.length) this.startTaking();
    else this.ready();
  }

  open(opened) {
    if (!opened) this.opening.cancel();
    if (this.connected && this.cdc.initialized) this.setLines(opened ? 3 : 0);
  }

  plug(connected) {
    if (connected === this.connected) return;
    this.counted();
    this.connected = connected;
    this.framesFromNs = Infinity;
    this.waiting = [];
    this.taking = false;
    for (const alarm of [this.taken, this.debounced, this.recovered, this.opening]) alarm.cancel();
    this.forgetPackets(this.usb.endpointReadAlarms);
    if (connected) this.attach();
    else this.idle.schedule(SUSPENDED_NS);
  }
}
