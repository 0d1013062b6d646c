import { isDeepStrictEqual } from 'node:util'
import { NO_PERSONA } from '../../../shared/agents/persona.ts'
import { bionicOf, type ElizaExtension } from './bionic-extension.ts'
import { isObject, type JsonObject } from './card-draft.ts'
import { originFields } from './card-origin.ts'
import { draftOf } from './parse-card.ts'
import { writeExamples } from './read-eliza.ts'
import { type ExportedCharacter, originalOf } from './write-character-card.ts'

/** As with other cards, an imported character is given again with what was changed here. The rest is in `settings.bionic`. */
export function writeEliza(character: ExportedCharacter): JsonObject {
  const { agent, persona: stored } = character
  const persona = stored?.persona ?? NO_PERSONA
  const original = originalOf(character)
  const base = original?.format === 'eliza' ? original.json : {}
  const before = original?.format === 'eliza' ? draftOf(original) : null
  const written: JsonObject = {}
  if (agent.name !== before?.agent.name) written.name = agent.name
  const isSameText =
    agent.personality === before?.agent.personality && persona.background === before.persona.background
  if (!isSameText) {
    written.bio = [agent.personality, persona.background].filter((text) => text !== '')
    // It was taken into the texts that are written here in its place, as the style was.
    if ('lore' in base) written.lore = []
    if (isObject(base.style)) written.style = { ...base.style, all: [], chat: [] }
  }
  if (!isDeepStrictEqual(agent.knowledgeDomains, before?.agent.knowledgeDomains))
    written.topics = agent.knowledgeDomains
  if (!isDeepStrictEqual(agent.capabilities, before?.agent.capabilities))
    written.adjectives = agent.capabilities
  if (persona.systemPrompt !== before?.persona.systemPrompt) written.system = persona.systemPrompt
  if (persona.exampleMessages !== before?.persona.exampleMessages)
    written.messageExamples = writeExamples(persona.exampleMessages, agent.name)
  const extension: ElizaExtension = {
    ...bionicOf(agent),
    persona,
    lorebook: stored?.lorebook ?? null,
    background_items: backgroundItems(character, isSameText, base),
  }
  return {
    ...base,
    ...written,
    settings: {
      ...(isObject(base.settings) ? base.settings : {}),
      bionic: { ...extension, ...(character.origin && originFields(character.origin)) },
    },
  }
}

function backgroundItems({ persona }: ExportedCharacter, isSameText: boolean, base: JsonObject): number {
  if (!isSameText) return persona?.persona.background ? 1 : 0
  const settings = isObject(base.settings) ? base.settings : {}
  const before = isObject(settings.bionic) ? settings.bionic.background_items : 0
  return before === 1 ? 1 : 0
}
