import * as z from 'zod/mini'

export interface LocalServer {
  name: string
  port: number
}

/** Decision 18: default ports, in order of preference. */
export const usualLocalServers: readonly LocalServer[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
]

interface LocalModel {
  server: string
  baseUrl: string
  model: string
}

/** In milliseconds: a server on loopback that is slower would be of no use for chatting. */
const PATIENCE_MS = 1_000
const MAX_LIST_BYTES = 1024 * 1024

const modelListSchema = z.object({ data: z.array(z.object({ id: z.string().check(z.minLength(1)) })) })

/** Takes the first server that lists a model: `preferred`, with or without its tag, else one not for embeddings. */
export async function discoverLocalModel(
  servers: readonly LocalServer[],
  preferred: string,
  patienceMs = PATIENCE_MS,
): Promise<LocalModel | null> {
  const found = await Promise.all(servers.map((server) => look(server, preferred, patienceMs)))
  return found.find((model) => model !== null) ?? null
}

async function look(
  { name, port }: LocalServer,
  preferred: string,
  patienceMs: number,
): Promise<LocalModel | null> {
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const ids = await listModels(baseUrl, patienceMs)
  const model =
    ids.find((id) => id === preferred || id === `${preferred}:latest`) ??
    ids.find((id) => !/embed|rerank/i.test(id))
  return model === undefined ? null : { server: name, baseUrl, model }
}

/** Empty if the port is closed, does not answer, or belongs to another program. */
async function listModels(baseUrl: string, patienceMs: number): Promise<string[]> {
  try {
    const response = await fetch(`${baseUrl}/models`, {
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!response.ok || !response.body) return []
    let text = ''
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      text += piece
      if (text.length > MAX_LIST_BYTES) return []
    }
    return modelListSchema.parse(JSON.parse(text)).data.map(({ id }) => id)
  } catch {
    return []
  }
}
