const ALIGNMENT = 32

const kinds = { uint32: 4, float32: 6, bool: 7, string: 8, array: 9, int32: 5 } as const

const FLOAT32_TENSOR = 0

/** A file in the format of weights that llama.cpp reads: entries that describe the model, then its tensors. */
export class GgufFile {
  readonly #entries: Buffer[] = []
  readonly #tensors: { name: string; sizes: readonly number[]; values: Float32Array }[] = []

  text(key: string, value: string): void {
    this.#entries.push(string(key), uint32(kinds.string), string(value))
  }

  number(key: string, value: number): void {
    this.#entries.push(string(key), uint32(kinds.uint32), uint32(value))
  }

  fraction(key: string, value: number): void {
    const bytes = Buffer.alloc(4)
    bytes.writeFloatLE(value)
    this.#entries.push(string(key), uint32(kinds.float32), bytes)
  }

  flag(key: string, value: boolean): void {
    this.#entries.push(string(key), uint32(kinds.bool), Buffer.from([value ? 1 : 0]))
  }

  texts(key: string, values: readonly string[]): void {
    this.#list(key, kinds.string, values.map(string))
  }

  numbers(key: string, values: readonly number[]): void {
    this.#list(key, kinds.int32, values.map(uint32))
  }

  /** @param sizes the fastest first */
  tensor(name: string, sizes: readonly number[], values: Float32Array): void {
    this.#tensors.push({ name, sizes, values })
  }

  bytes(): Buffer {
    let offset = 0
    const infos: Buffer[] = []
    const data: Buffer[] = []
    for (const { name, sizes, values } of this.#tensors) {
      infos.push(string(name), uint32(sizes.length), ...sizes.map(uint64))
      infos.push(uint32(FLOAT32_TENSOR), uint64(offset))
      const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
      data.push(bytes, padding(bytes.length))
      offset += bytes.length + padding(bytes.length).length
    }
    const entries = this.#entries.length / 3
    const head = Buffer.concat([
      ...[Buffer.from('GGUF'), uint32(3), uint64(this.#tensors.length), uint64(entries)],
      ...this.#entries,
      ...infos,
    ])
    return Buffer.concat([head, padding(head.length), ...data])
  }

  #list(key: string, kind: number, values: readonly Buffer[]): void {
    const list = [uint32(kind), uint64(values.length), ...values]
    this.#entries.push(string(key), uint32(kinds.array), Buffer.concat(list))
  }
}

function padding(length: number): Buffer {
  return Buffer.alloc((ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function string(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint64(bytes.length), bytes])
}
