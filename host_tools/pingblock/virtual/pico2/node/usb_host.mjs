/**
 * The computer at the other end of the USB cable: enumerates, opens the port, reads and writes, and sends frames,
 * whose number the emulator does not count (RP2350 datasheet 12.7, SOF_RD; USB 2.0, 7.1.7.3: the time to the first).
 */

const PACKET_BYTES = 64;
const PACKET_US = 54;
const [SOF_RD, FRAME_NS, FIRST_FRAME_NS, FRAMES] = [0x48, 1e6, 100e6, 2048];

export class UsbHost {
  /** @param received - called with each packet of serial data (Uint8Array). */
  constructor(USBCDC, chip, received) {
    this.usb = chip.usbCtrl;
    this.clock = chip.clock;
    this.frame = 0;
    this.begunNs = Infinity;
    this.received = received;
    this.connected = true;
    this.reading = true;
    this.waiting = []; // bytes for the firmware
    this.asked = 0; // bytes that the firmware has room for
    this.offered = []; // packets that nobody has taken
    this.Cdc = USBCDC;
    this.taken = chip.clock.createAlarm(() => this.take());
    const { readUint32 } = this.usb;
    this.usb.readUint32 = (offset) => (offset === SOF_RD ? this.counted() : readUint32.call(this.usb, offset));
    this.begin();
  }

  /** Returns the number of the latest frame. */
  counted() {
    const since = this.clock.nanos - this.begunNs - FIRST_FRAME_NS;
    if (this.connected && since > 0) this.frame = Math.floor(since / FRAME_NS) % FRAMES;
    return this.frame;
  }

  begin() {
    const { usb } = this;
    const cdc = (this.cdc = new this.Cdc(usb));
    const { onEndpointWrite } = usb;
    usb.onUSBEnabled = () => {
      this.begunNs = this.clock.nanos;
      if (this.connected) usb.resetDevice();
    };
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== cdc.outEndpoint) return;
      this.asked = size;
      this.answer();
    };
    usb.onEndpointWrite = (endpoint, packet) => {
      if (endpoint !== cdc.inEndpoint) return onEndpointWrite(endpoint, packet);
      this.offered.push(packet);
      this.startTaking();
    };
    const ready = Object.getPrototypeOf(usb).indicateBufferReady;
    usb.indicateBufferReady = (endpoint, out) => {
      if (out || endpoint !== cdc.inEndpoint) ready.call(usb, endpoint, out);
    };
    this.ready = () => ready.call(usb, cdc.inEndpoint, false);
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
    this.usb.endpointReadDone(this.cdc.outEndpoint, packet, PACKET_US);
  }

  read(reading) {
    this.reading = reading;
    this.startTaking();
  }

  startTaking() {
    if (this.offered.length && this.reading && this.connected && !this.taken.scheduled) {
      this.taken.schedule(PACKET_US * 1000);
    }
  }

  take() {
    this.taken.scheduled = false;
    this.received(this.offered.shift());
    if (this.offered.length) this.startTaking();
    else this.ready();
  }

  open(opened) {
    if (this.connected && this.cdc.initialized) this.cdc.cdcSetControlLineState(opened ? 3 : 0);
  }

  plug(connected) {
    if (connected === this.connected) return;
    this.counted();
    this.connected = connected;
    this.waiting = [];
    if (connected) {
      this.begunNs = this.clock.nanos;
      this.begin();
      this.usb.resetDevice();
    } else if (this.cdc.initialized) {
      this.cdc.cdcSetControlLineState(0);
    }
  }
}
