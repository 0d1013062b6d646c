import { ANYBODY, expandMacros, type MacroNames } from '../../../shared/agents/macros.ts'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import { cutText } from '../../../shared/text/plain-text.ts'
import { estimateTokens } from '../estimate-tokens.ts'
import type { ChosenLore } from '../lorebook/choose-lore.ts'
import type { Window } from './window.ts'

export type PromptLore = Pick<ChosenLore, 'before' | 'after'>

interface PersonaTexts {
  system: string[]
  greeting: string | null
  /** Follows the newest words; empty for none. */
  closing: string
}

/** The share of what fits that a persona and its lore may take beside earlier turns, and the lore's share of that. */
const PERSONA_SHARE = 0.75
const LORE_SHARE = 0.5

export function namesOf({ name, persona }: AnsweringAgent): MacroNames {
  return { char: persona?.persona.nickname || name, user: persona?.person || ANYBODY }
}

/** The tokens that a persona may take, and the most for its lore. `always` is in the prompt with any agent. */
export function personaRoom(always: readonly string[], { tokens, replyTokens }: Window) {
  const used = always.reduce((sum, text) => sum + estimateTokens(text), 0)
  const room = Math.max(0, Math.floor((tokens - replyTokens - used) * PERSONA_SHARE))
  return { room, loreRoom: Math.floor(room * LORE_SHARE) }
}

/**
 * The texts of a persona without macros. What a small window can't take is cut at its end, the closing instructions and
 * the system prompt last; example dialogues are left out whole.
 * @param own the product's own paragraphs about it
 * @param isAlone whether one person talks with it: where several do, only the system message is the persona's
 */
export function personaTexts(
  {
    agent,
    own,
    lore,
    greeting,
    isAlone,
  }: {
    agent: AnsweringAgent
    own: { personality: string; rest: readonly string[] }
    lore: PromptLore
    greeting: string | undefined
    isAlone: boolean
  },
  room: number,
): PersonaTexts {
  const names = namesOf(agent)
  const persona = agent.persona?.persona
  let left = room
  const spend = (text: string) => {
    left -= text === '' ? 0 : estimateTokens(text)
    return text
  }
  const take = (text: string | undefined, share: number) =>
    spend(cutToTokens(expandMacros(text ?? '', names).trim(), Math.floor(left * share)))
  for (const text of [...lore.before, ...lore.after]) spend(text)

  const character = expandMacros(own.personality, names)
  const product = [character, ...own.rest].join('\n\n')
  const wanted = persona?.systemPrompt ?? ''
  const includesProduct = /\{\{original\}\}/i.test(wanted)
  const systemPrompt = take(wanted, 0.5)
  const closing = isAlone ? take(persona?.postHistoryInstructions, 0.5) : ''
  const background = take(persona?.background, 0.7)
  const opening = isAlone
    ? (greeting ??
      take(
        persona?.greetings.find((text) => text.trim() !== ''),
        0.7,
      ))
    : ''
  const examples = isAlone ? examplesThatFit(expandMacros(persona?.exampleMessages ?? '', names), left) : []
  const replacesProduct = systemPrompt !== '' && !includesProduct
  const system = [
    ...(replacesProduct ? [systemPrompt] : []),
    ...lore.before,
    replacesProduct ? character : includesProduct ? around(wanted, product, names, systemPrompt) : product,
    background,
    ...lore.after,
    ...examples,
  ]
  return { system: system.filter((text) => text !== ''), greeting: opening || null, closing }
}

/** `fitting` is what fits of a system prompt, without the macro; if that is not all, the product's text follows it. */
function around(wanted: string, product: string, names: MacroNames, fitting: string): string {
  const isWhole = fitting === expandMacros(wanted, names).trim()
  return isWhole ? expandMacros(wanted, names, product).trim() : `${fitting}\n\n${product}`
}

function examplesThatFit(text: string, tokens: number): string[] {
  const dialogues = text
    .split(/<START>/i)
    .map((dialogue) => dialogue.trim())
    .filter((dialogue) => dialogue !== '')
  const paragraphs: string[] = []
  let left = tokens - estimateTokens(ABOUT_EXAMPLES)
  for (const dialogue of dialogues) {
    left -= estimateTokens(dialogue)
    if (left < 0) break
    paragraphs.push(`${ABOUT_EXAMPLES}\n${dialogue}`)
  }
  return paragraphs
}

const ABOUT_EXAMPLES = 'An example of how you speak, which is not part of this conversation:'

/** The beginning of a text that takes so many tokens at most. */
export function cutToTokens(text: string, tokens: number): string {
  if (text === '' || estimateTokens(text) <= tokens) return text
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (estimateTokens(text.slice(0, middle)) <= tokens) fits = middle
    else tooLong = middle
  }
  return cutText(text, fits)
}
