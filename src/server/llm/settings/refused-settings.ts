import type { Setting } from './model-settings.ts'

/** Upstreams nest errors in errors and repeat requests in them, so only this much of an error is examined. */
const MAX_DEPTH = 8
const MAX_NODES = 300
const MAX_TEXT_CHARACTERS = 4_000

interface Complaint {
  names: string[]
  codes: string[]
  texts: string[]
}

/** Vendors name a setting in a field (`param`, `loc`, a key) or a sentence, and some wrap others' errors. */
export function refusedSettings(body: unknown, sent: readonly Setting[]): Setting[] {
  const complaint: Complaint = { names: [], codes: [], texts: [] }
  collect(body, complaint, { depth: 0, nodes: { left: MAX_NODES } })
  const { names, codes, texts } = complaint
  const told = sent.filter((setting) => texts.some((text) => ownSentences[setting]?.test(text)))
  // A number that is too large for this conversation is not too large for the model.
  if (told.includes('room_here')) return ['room_here']
  if (told.length > 0) return told
  if (codes.some((code) => aboutContent.test(code)) || texts.some((text) => aboutLength.test(text))) return []
  const named = names.filter((name) => !vague.test(name))
  if (named.length > 0) return sent.filter((setting) => named.some((name) => isName(name, setting)))
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?;])\s+|[\n\r]+/))
  return sent.filter((setting) => sentences.some((sentence) => isRefusedBy(sentence, setting)))
}

/** Errors about the content of messages, whatever words their sentence has. */
const aboutContent =
  /content|policy|safety|moderation|context_length|invalid_prompt|model_not_found|quota|billing/i

/** A too long conversation is refused with numbers about `max_tokens`, but omitting it would not help. */
const aboutLength = /\bcontext (?:length|window|size)\b/i

/** These do not tell which part of a request is meant. */
const vague = /^(?:none|null|undefined|body|request|parameters?|params|generation_?config)?$/i

function collect(
  value: unknown,
  into: Complaint,
  { key = '', depth, nodes }: { key?: string; depth: number; nodes: { left: number } },
): void {
  if (nodes.left-- <= 0 || depth > MAX_DEPTH) return
  if (typeof value === 'string') {
    const text = value.slice(0, MAX_TEXT_CHARACTERS)
    const packed = /^\s*[[{]/.test(value) ? parse(value) : undefined
    if (packed) collect(packed, into, { key, depth: depth + 1, nodes })
    else if (/^(?:param|parameter|field)$/i.test(key)) into.names.push(lastPart(text))
    else if (/^(?:code|type|status)$/i.test(key)) into.codes.push(text)
    else {
      if (spelled.some((setting) => isName(key, setting))) into.names.push(key)
      into.texts.push(text)
    }
  } else if (Array.isArray(value)) {
    // The location in a validator's error: ["body", "max_tokens"].
    if (/^(?:loc|path)$/i.test(key) && value.length > 0)
      into.names.push(value.filter((part) => typeof part === 'string').at(-1) ?? '')
    else for (const item of value) collect(item, into, { key, depth: depth + 1, nodes })
  } else if (typeof value === 'object' && value !== null) {
    for (const [inner, item] of Object.entries(value))
      collect(item, into, { key: inner, depth: depth + 1, nodes })
  }
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const lastPart = (path: string) => path.split(/[./[\]]+/).findLast((part) => part !== '') ?? ''

const LENGTH = '[Mm]ax_?(?:[Cc]ompletion_?|[Oo]utput_?)?[Tt]okens'
const EFFORT = '(?:[Rr]easoning[_.]?[Ee]ffort|[Ee]ffort)'
const THINKING = '[Tt]hinking(?:[_.]type)?(?:[_.](?:adaptive|disabled|enabled))?'

/** The one limit on length has three names in two spellings. What has no entry is refused by `ownSentences` alone. */
const spellings: Partial<Record<Setting, string>> = {
  temperature: '[Tt]emperature',
  max_tokens: LENGTH,
  max_completion_tokens: LENGTH,
  presence_penalty: '[Pp]resence[_ ]?[Pp]enalty',
  frequency_penalty: '[Ff]requency[_ ]?[Pp]enalty',
  stream: '[Ss]tream',
  stop: '(?:[Ss]top|stop_sequences)',
  stream_options: '(?:[Ss]tream_?[Oo]ptions|include_usage)',
  parallel_tool_calls: '(?:parallel_tool_calls|disable_parallel_tool_use)',
  effort: EFFORT,
  effort_none: `(?:${EFFORT}|${THINKING})`,
  thinking: THINKING,
  shown_thinking: '(?:summary|display)',
  encrypted_reasoning: '(?:include|encrypted_content)',
  cache_control: 'cache_control',
}
const spelled = Object.keys(spellings) as Setting[]

/** Refusals that are not told by the name of what is to be left out. */
const ownSentences: Partial<Record<Setting, RegExp>> = {
  room_here: /\bcontext (?:length|window|size|limit)\b/i,
  room: new RegExp(
    `\\b${LENGTH}\\b.*(?:\\btoo (?:large|high|big)\\b|\\brange\\b|\\bmaximum\\b|\\bexceed|\\bat most\\b|\\bless than\\b|<=|≤)`,
  ),
  effort_with_tools: /\btools?\b[^.]*\breasoning_effort\b[^.]*\bnot supported\b/i,
  encrypted_reasoning: /\bencrypted[_ ]content\b[^.]*\bnot supported\b/i,
  shown_thinking: /\bthinking\.(?:\w+\.)?display\b/,
  thinking: /\badaptive thinking\b[^.]*\bnot (?:supported|available)\b/i,
  unsigned_calls: /\bmissing\b[^.]*\bthought_signature\b|\bthought_signature\b[^.]*\b(?:missing|required)\b/i,
  thoughtless_calls:
    /\breasoning_content\b.*\b(?:missing|required|must be|passed back|expected|absent)\b|\bmissing\b.*\breasoning_content\b/i,
}

const isName = (name: string, setting: Setting) =>
  new RegExp(`^(?:${spellings[setting] ?? '(?!)'})$`).test(name)

const refusal = new RegExp(
  [
    String.raw`\bun(?:supported|known|recogni[sz]ed|expected|available)\b`,
    String.raw`\b(?:invalid|illegal|extra|extraneous|deprecated|removed|forbidden|disallowed|incompatible)\b`,
    String.raw`\b(?:not|cannot|no longer|never)\b|n['\u2019]t\b`,
    String.raw`\bonly\b.*\b(?:supported|allowed|valid|accepted|set|specified)\b`,
    String.raw`\b(?:must|should) be\b`,
    String.raw`\b(?:too (?:large|high|big)|out of range)\b`,
    '不支持|无效|非法|错误',
  ].join('|'),
  'i',
)

/** Their names are words that any sentence may have. */
const everyday: ReadonlySet<Setting> = new Set([
  'temperature',
  'stream',
  'stop',
  'effort',
  'effort_none',
  'thinking',
  'shown_thinking',
  'encrypted_reasoning',
])

/** In a sentence about messages a setting's name is an ordinary word. */
const aboutWords =
  /\b(?:messages?|content|prompts?|texts?|words?|images?|files?|documents?|conversation|quer(?:y|ies)|questions?|topics?|urls?|blocks?|signatures?)\b/i

/** Gemini's: "Penalty is not enabled for this model". */
const bothPenalties = /^\W*(?:[^:]*: *)?penalt(?:y|ies)\b/i

const thing =
  '(?:parameters?|params?|arguments?|args?|fields?|propert(?:y|ies)|options?|settings?|keys?|names?|参数)'

function isRefusedBy(sentence: string, setting: Setting): boolean {
  if (!refusal.test(sentence)) return false
  const name = spellings[setting]
  if (name === undefined) return false
  const alone = `(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`
  if (setting.endsWith('_penalty') && bothPenalties.test(sentence)) return true
  if (!everyday.has(setting)) return new RegExp(alone, 'u').test(sentence)
  // They count only if they are used as the name of a parameter.
  if (aboutWords.test(sentence)) return false
  return [
    `['"\`‘“[]${name}['"\`’”\\]]`,
    `${thing}\\W{0,4}(?:[a-z_]+(?: *, *| and | or ))*${alone}`,
    `${alone} *(?:${thing}|values?)`,
    ...(setting === 'stream' || setting === 'stop'
      ? []
      : [
          `(?:^|[:;,(]) *(?:the )?${alone} *(?:[:=]|(?:is|are|does|do|must|may|can|should|has|was)\\b|isn|doesn|cannot)`,
          `: *${alone}\\W*$`,
          `(?:un\\w+|invalid|illegal) ${alone}(?! [a-z])`,
        ]),
  ].some((pattern) => new RegExp(pattern, 'iu').test(sentence))
}
