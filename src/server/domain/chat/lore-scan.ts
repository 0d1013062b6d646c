import type { LoreScan } from '../lorebook/choose-lore.ts'
import { INTRODUCE_YOURSELF, introduction, systemMessage } from './own-paragraphs.ts'
import { namesOf, personaRoom } from './persona-prompt.ts'
import type { ReplyRequest } from './reply-request.ts'
import { saysSomething, type Window } from './window.ts'

/** What is searched for the keys of the agent's lorebook; null if it has none. */
export function loreScanOf(request: ReplyRequest, window: Window): LoreScan | null {
  const { agent, turns, greeting, text, said = text } = request
  const lorebook = agent.persona?.lorebook
  if (!lorebook || lorebook.entries.length === 0) return null
  const earlier = turns.filter(saysSomething).map(({ content }) => content)
  return {
    lorebook,
    messages: [...(greeting === undefined ? [] : [greeting]), ...earlier, said].reverse(),
    names: namesOf(agent),
    windowTokens: window.tokens,
    mostTokens: roomOf(request, window).loreRoom,
  }
}

/** What the persona's texts and its lore may take beside what every prompt has. */
export function roomOf({ agent, text, situation, system, following = [] }: ReplyRequest, window: Window) {
  const given = [text, ...following.map(({ content }) => content)]
  const always = [
    systemMessage(agent),
    situation ?? '',
    system ?? '',
    INTRODUCE_YOURSELF,
    introduction(agent),
    ...given,
  ]
  return personaRoom(always, window)
}
