import type { Engine } from '../../../../shared/chat/chat.ts'
import { HERE } from '../../../../shared/models/model-ref.ts'
import type { ListedModel } from '../../../../shared/models/models.ts'
import { knownModels } from '../../../llm/local/model-source.ts'

/** What the terminal says at the start: what answers, and what else can be chosen. */
export function startNote(engine: Engine, listed: readonly ListedModel[], silent: readonly string[]): string {
  const lines = [answers(engine)]
  const counts = new Map<string, number>()
  for (const { provider } of listed) counts.set(provider, (counts.get(provider) ?? 0) + 1)
  if (listed.length > 1)
    lines.push(
      `${listed.length} models can be chosen: ${[...counts].map(([name, count]) => `${count} of ${name}`).join(', ')}.`,
    )
  for (const name of silent) lines.push(`${name} does not tell its models at the moment, and is asked again.`)
  return lines.join('\n')
}

function answers(engine: Engine): string {
  switch (engine.kind) {
    case 'provider':
      return `Replies come from ${engine.model}.`
    case 'local':
      if (engine.server === HERE) return `Replies come from ${engine.model}, which runs on this machine.`
      return `Replies come from ${engine.model}, which ${engine.server} serves on this machine.`
    case 'offline':
      return [
        'Replies come from the built-in offline engine. To have a model answer:',
        '- use a key: set OPENAI_API_KEY, or add one of your own in /settings;',
        '- or start a model server: the usual ones on this machine are found, others by OPENAI_BASE_URL and CHAT_MODEL;',
        `- or download a model to this machine: npm run model (${knownModels[0]?.megabytes} MB for ${knownModels[0]?.label}).`,
      ].join('\n')
    default:
      return engine satisfies never
  }
}
