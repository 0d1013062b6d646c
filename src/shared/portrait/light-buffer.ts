/** Linear light as red, green and blue; values above 1 are allowed. */
export type Light = readonly [red: number, green: number, blue: number]

/** Adds up light in floats and converts it to bytes only at the end. Coordinates are pixels. */
export class LightBuffer {
  readonly width: number
  readonly height: number
  readonly data: Float32Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.data = new Float32Array(width * height * 3)
  }

  fill(at: (x: number, y: number) => Light): void {
    for (let y = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++) this.#add(x, y, at(x + 0.5, y + 0.5), 1)
  }

  /** The brightness does not depend on the length: each point of light is spread over four pixels. */
  line(x0: number, y0: number, x1: number, y1: number, light: Light, amount: number): void {
    const length = Math.hypot(x1 - x0, y1 - y0)
    const steps = Math.max(1, Math.ceil(length / 0.5))
    const each = (amount * length) / steps
    for (let step = 0; step < steps; step++) {
      const along = (step + 0.5) / steps
      this.#splat(x0 + (x1 - x0) * along, y0 + (y1 - y0) * along, light, each)
    }
  }

  /** `size` is the standard deviation of the fall-off. */
  spot(x: number, y: number, size: number, light: Light, amount: number): void {
    const reach = Math.ceil(3.5 * size)
    for (let row = Math.floor(y) - reach; row <= Math.floor(y) + reach; row++)
      for (let column = Math.floor(x) - reach; column <= Math.floor(x) + reach; column++) {
        const squared = (column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2
        this.#add(column, row, light, amount * Math.exp(-squared / (2 * size * size)))
      }
  }

  /** Adds the light that a lens scatters: a blurred copy of the picture so far. `size` is a standard deviation. */
  bloom(size: number, amount: number): void {
    const copy = new LightBuffer(this.width, this.height)
    copy.data.set(this.data)
    for (let pass = 0; pass < 3; pass++) copy.#blur(Math.max(1, Math.round(size)))
    for (let index = 0; index < this.data.length; index++)
      this.data[index] = (this.data[index] ?? 0) + amount * (copy.data[index] ?? 0)
  }

  #splat(x: number, y: number, light: Light, amount: number): void {
    const column = Math.floor(x - 0.5)
    const row = Math.floor(y - 0.5)
    const right = x - 0.5 - column
    const below = y - 0.5 - row
    this.#add(column, row, light, amount * (1 - right) * (1 - below))
    this.#add(column + 1, row, light, amount * right * (1 - below))
    this.#add(column, row + 1, light, amount * (1 - right) * below)
    this.#add(column + 1, row + 1, light, amount * right * below)
  }

  #add(x: number, y: number, light: Light, amount: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return
    // Unrolled, because a portrait adds light about a million times.
    const { data } = this
    const offset = 3 * (y * this.width + x)
    data[offset] = (data[offset] ?? 0) + light[0] * amount
    data[offset + 1] = (data[offset + 1] ?? 0) + light[1] * amount
    data[offset + 2] = (data[offset + 2] ?? 0) + light[2] * amount
  }

  /** A box filter in both directions; three passes approximate a Gaussian blur. */
  #blur(radius: number): void {
    const { width, height } = this
    const rows = { lines: height, length: width, step: 3, stride: 3 * width }
    const columns = { lines: width, length: height, step: 3 * width, stride: 3 }
    for (const { lines, length, step, stride } of [rows, columns]) {
      const source = this.data.slice()
      const at = (line: number, index: number) =>
        source[line + Math.min(length - 1, Math.max(0, index)) * step] ?? 0
      for (let line = 0; line < lines; line++)
        for (let channel = 0; channel < 3; channel++) {
          const start = line * stride + channel
          let sum = 0
          for (let index = -radius; index <= radius; index++) sum += at(start, index)
          for (let index = 0; index < length; index++) {
            this.data[start + index * step] = sum / (2 * radius + 1)
            sum += at(start, index + radius + 1) - at(start, index - radius)
          }
        }
    }
  }
}
