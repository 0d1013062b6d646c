import { GgufFile } from './gguf-file.ts'

/** Sizes of the network: as small as the engine takes. */
const WIDTH = 64
const HEADS = 4
const LAYERS = 2
const INNER = 128

/** How sure it is of its next word: above this, the settings of a reply change nothing. */
const CERTAINTY = 6

const types = { normal: 1, control: 3 } as const

/** The template of its turns, as models bring it along: marks before and after each message. */
const template =
  "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"

export interface TinyModel {
  /** How far it counts. */
  words: number
  /** Whether it begins again with 1 where it came to the end. */
  endless?: boolean
}

/** What a model of `words` says to anything. */
export function countedTo(words: number): string {
  return `I count:${Array.from({ length: words }, (_, index) => ` ${index + 1}`).join('')}`
}

/**
 * A language model for the real engine, of a megabyte: a Llama with random weights, a byte-pair tokenizer and a chat
 * template. Each of its words leads to the next more than all else does, so that it counts, whatever it is asked.
 */
export function tinyModel({ words, endless = false }: TinyModel): Buffer {
  const letters = byteLetters()
  const chain = ['I', ' count', ':', ...Array.from({ length: words }, (_, index) => ` ${index + 1}`)]
  const control = ['<|endoftext|>', '<|im_start|>', '<|im_end|>']
  const encoded = chain.map((word) => [...Buffer.from(word)].map((byte) => letters[byte]).join(''))
  const merges = encoded.flatMap(mergesOf)
  const tokens = [...new Set([...letters, ...merges.map((pair) => pair.replace(' ', '')), ...control])]
  const id = new Map(tokens.map((token, index) => [token, index]))
  const idOf = (token: string) => id.get(token) ?? 0

  const random = randomFrom(7)
  const embeddings = tokens.map(() => unit(Array.from({ length: WIDTH }, () => random() - 0.5)))
  const output = tokens.map(() => new Array<number>(WIDTH).fill(0))
  const end = endless ? idOf(encoded[3] ?? '') : idOf('<|im_end|>')
  const path = [letters[10] ?? '', ...encoded].map(idOf)
  for (const [place, from] of path.entries())
    output[path[place + 1] ?? end] = (embeddings[from] ?? []).map((value) => value * CERTAINTY)
  if (endless) {
    // The first number follows the mark before it and the last one.
    const both = [path[3], path.at(-1)].map((from) => embeddings[from ?? 0] ?? [])
    output[end] = (both[0] ?? []).map((value, index) => (value + (both[1]?.[index] ?? 0)) * CERTAINTY)
  }

  const file = new GgufFile()
  file.text('general.architecture', 'llama')
  file.text('general.name', 'Tiny')
  file.number('llama.context_length', 4_096)
  file.number('llama.embedding_length', WIDTH)
  file.number('llama.block_count', LAYERS)
  file.number('llama.feed_forward_length', INNER)
  file.number('llama.attention.head_count', HEADS)
  file.number('llama.attention.head_count_kv', HEADS)
  file.number('llama.rope.dimension_count', WIDTH / HEADS)
  file.number('llama.vocab_size', tokens.length)
  file.fraction('llama.attention.layer_norm_rms_epsilon', 1e-5)
  file.text('tokenizer.ggml.model', 'gpt2')
  file.text('tokenizer.ggml.pre', 'gpt-2')
  file.texts('tokenizer.ggml.tokens', tokens)
  file.numbers(
    'tokenizer.ggml.token_type',
    tokens.map((token) => (control.includes(token) ? types.control : types.normal)),
  )
  file.texts('tokenizer.ggml.merges', [...new Set(merges)])
  file.number('tokenizer.ggml.bos_token_id', idOf('<|endoftext|>'))
  file.number('tokenizer.ggml.eos_token_id', idOf('<|im_end|>'))
  file.flag('tokenizer.ggml.add_bos_token', false)
  file.text('tokenizer.chat_template', template)

  const weights = (rows: number, columns: number, size: number) =>
    Float32Array.from({ length: rows * columns }, () => (random() - 0.5) * size)
  const ones = new Float32Array(WIDTH).fill(1)
  file.tensor('token_embd.weight', [WIDTH, tokens.length], Float32Array.from(embeddings.flat()))
  file.tensor('output_norm.weight', [WIDTH], ones)
  file.tensor('output.weight', [WIDTH, tokens.length], Float32Array.from(output.flat()))
  for (let layer = 0; layer < LAYERS; layer++) {
    const name = (part: string) => `blk.${layer}.${part}.weight`
    file.tensor(name('attn_norm'), [WIDTH], ones)
    for (const part of ['attn_q', 'attn_k', 'attn_v', 'attn_output'])
      file.tensor(name(part), [WIDTH, WIDTH], weights(WIDTH, WIDTH, 0.05))
    file.tensor(name('ffn_norm'), [WIDTH], ones)
    for (const part of ['ffn_gate', 'ffn_up'])
      file.tensor(name(part), [WIDTH, INNER], weights(WIDTH, INNER, 0.05))
    file.tensor(name('ffn_down'), [INNER, WIDTH], weights(WIDTH, INNER, 0.05))
  }
  return file.bytes()
}

/** The pairs that make a word of its letters, from its beginning on. */
function mergesOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, index) => `${letters.slice(0, index + 1).join('')} ${letter}`)
}

/** How byte-pair tokenizers write each byte: as it is where that can be seen, else as a letter from 256 on. */
function byteLetters(): string[] {
  const seen = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255)
  let next = 256
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(seen(byte) ? byte : next++))
}

function unit(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

/** The same numbers from 0 to 1 in each run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
