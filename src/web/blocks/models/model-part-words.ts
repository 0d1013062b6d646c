import type { ShownModel } from '../../../shared/chat/model-fields.ts'
import * as texts from './texts.ts'

const number = (value: number) => value.toLocaleString('en-US')

/** Seconds with one decimal while they are few. */
function duration(ms: number): string {
  const seconds = ms / 1_000
  if (seconds < 10) return `${Math.max(0.1, seconds).toFixed(1)} s`
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** Small amounts keep their digits: a reply often costs a fraction of a cent. */
function money(micros: number): string {
  const dollars = micros / 1_000_000
  if (dollars > 0 && dollars < 0.0001) return texts.hardlyAnything
  const digits = dollars >= 1 || dollars === 0 ? 2 : 4
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`
}

/** The name that was chosen, or of the second choice, as a line has room for it: a vendor before a slash is left out. */
export function shortName({
  asked,
  answered,
  instead,
}: Pick<ShownModel, 'asked' | 'answered' | 'instead'>): string {
  const name = (instead !== null && answered) || asked
  return name.slice(name.lastIndexOf('/') + 1) || name
}

/** What is known of the model of a reply, by what it is. Who is told no price did not ask: see `shownModelSchema`. */
export function modelRows(model: ShownModel): { name: string; value: string }[] {
  const { asked, answered, provider, instead, tokens, ms, thoughtMs, micros, payer } = model
  const isAsker = micros !== undefined
  const row = (name: string, value: string | null) => (value === null ? [] : [{ name, value }])
  return [
    ...row(texts.modelAsked, asked),
    ...row(texts.modelAnswered, answered === null || answered === asked ? null : answered),
    ...row(texts.secondChoice, instead && texts.secondChoices[instead]),
    ...row(texts.provider, provider === '' ? null : provider),
    ...row(texts.tokens, tokens && tokensText(tokens)),
    ...row(texts.time, ms === null ? null : timeText(ms, thoughtMs)),
    ...(isAsker ? row(texts.price, micros === null ? texts.priceUnknown : money(micros)) : []),
    ...row(texts.paidBy, (isAsker ? texts.payers : texts.payersToOthers)[payer]),
  ]
}

function tokensText({ prompt, completion, cached, reasoning }: NonNullable<ShownModel['tokens']>): string {
  const read =
    cached > 0 ? texts.tokensCached(number(prompt), number(cached)) : texts.tokensRead(number(prompt))
  const wrote = reasoning
    ? texts.tokensThought(number(completion), number(reasoning))
    : texts.tokensWritten(number(completion))
  return `${read}, ${wrote}`
}

const timeText = (ms: number, thoughtMs: number | null) =>
  thoughtMs === null ? duration(ms) : texts.timeThinking(duration(ms), duration(thoughtMs))
