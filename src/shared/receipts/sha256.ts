/**
 * SHA-256 (FIPS 180-4). The platform's own is asynchronous in pages and another one in servers; with this one a page, a
 * program and a server check a receipt by the same code.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.of(...FIRST)
  const whole = message.length - (message.length % 64)
  const schedule = new Uint32Array(64)
  for (let at = 0; at < whole; at += 64) compress(state, schedule, message, at)
  const rest = message.length - whole
  const end = new Uint8Array(rest < 56 ? 64 : 128)
  end.set(message.subarray(whole))
  end[rest] = 0x80
  const view = new DataView(end.buffer)
  view.setUint32(end.length - 8, Math.floor(message.length / 0x20000000))
  view.setUint32(end.length - 4, (message.length << 3) >>> 0)
  for (let at = 0; at < end.length; at += 64) compress(state, schedule, end, at)
  const hash = new Uint8Array(32)
  const out = new DataView(hash.buffer)
  state.forEach((word, index) => {
    out.setUint32(index * 4, word)
  })
  return hash
}

/** The first 32 bits of the fractions of the square roots of the first primes, and of their cube roots. */
const primes = firstPrimes(64)
const FIRST = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUNDS = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  return found
}

function fraction(root: number): number {
  return Math.floor((root % 1) * 0x100000000)
}

function compress(state: Uint32Array, schedule: Uint32Array, bytes: Uint8Array, from: number): void {
  const word = (index: number) => schedule[index] ?? 0
  for (let index = 0; index < 16; index++) {
    const at = from + index * 4
    schedule[index] =
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)
  }
  for (let index = 16; index < 64; index++) {
    const [early, late] = [word(index - 15), word(index - 2)]
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    schedule[index] = word(index - 16) + small + word(index - 7) + large
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index++) {
    const chosen = (e & f) ^ (~e & g)
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const first = (h + mixed + chosen + (ROUNDS[index] ?? 0) + word(index)) | 0
    const most = (a & b) ^ (a & c) ^ (b & c)
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))
