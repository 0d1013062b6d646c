import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { createLog } from '../src/server/base/log.ts'
import { ConfiguredModels, type PlaceModelsOptions } from '../src/server/domain/models/place/place-models.ts'
import type { ModelEvent, ModelProvider, ModelRequest } from '../src/server/llm/provider.ts'
import { modelRequest } from './ask-model.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A scripted model server that ends with the running test. */
export async function scriptedServer(options: Parameters<typeof startModelServer>[0] = {}) {
  const server = await startModelServer(options)
  onTestFinished(server.close)
  return server
}

/** The models of a place by such a file and environment, with what it logs. It ends with the running test. */
export function placeModels({
  env = {},
  file,
  at,
  secrets = [],
  ...options
}: {
  env?: Partial<PlaceModelsOptions['env']>
  /** Text is written as it is. */
  file?: unknown
  /** Where the file is, if not in a folder of this place. */
  at?: PlaceModelsOptions['file']
  /** What its log hides, to which it adds. */
  secrets?: string[]
} & Partial<Omit<PlaceModelsOptions, 'env' | 'file' | 'log'>> = {}) {
  const folder = temporaryFolder()
  const path = join(folder, 'models.json')
  const write = (content: unknown) =>
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  if (file !== undefined) write(file)
  const lines: string[] = []
  const models = new ConfiguredModels({
    env: { CHAT_MODEL: 'gpt-4-turbo-preview', apiKeys: {}, ...env },
    file: at ?? { path, isNamed: false, everyMs: 10 },
    log: createLog('debug', { secrets, write: (line) => void lines.push(line) }),
    onSecret: (secret) => void secrets.push(secret),
    localServers: [],
    ...options,
  })
  onTestFinished(() => models.close())
  return { models, folder, write, lines }
}

/** What came of a question: its words, which second choice said them, and what was thrown. */
export async function answerOf(ask: ModelProvider | undefined, request: Partial<ModelRequest> = {}) {
  let text = ''
  let instead: Pick<Extract<ModelEvent, { type: 'answering' }>, 'provider' | 'instead'> | undefined
  let error: Error | undefined
  try {
    for await (const event of ask?.({ ...modelRequest, ...request }, new AbortController().signal) ?? []) {
      if (event.type === 'words') text += event.text
      if (event.type === 'answering' && event.instead)
        instead = { provider: event.provider, instead: event.instead }
    }
  } catch (thrown) {
    error = thrown as Error
  }
  return { text, ...(instead && { instead }), ...(error && { error: error.name }) }
}
