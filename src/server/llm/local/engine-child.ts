import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Chat, EngineLibrary, Sequence } from './engine-library.ts'
import {
  type EngineQuestion,
  type EngineSettings,
  engineSettingsSchema,
  type FromEngine,
  toEngineSchema,
} from './engine-protocol.ts'
import { chatItemsOf } from './engine-turns.ts'

/** Tokens of a prompt that are worked on in one go: a stop waits for so many. */
const BATCH_TOKENS = 256

/** The newest tokens that are not to be repeated. */
const PENALIZED_TOKENS = 256

/** Loads one model and answers one question at a time until the server ends or ends it. */
async function serve(settings: EngineSettings): Promise<void> {
  const entry = join(settings.engine, 'node_modules', 'node-llama-cpp', 'dist', 'index.js')
  const library: EngineLibrary = await import(pathToFileURL(entry).href)
  const llama = await library.getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    maxThreads: settings.threads,
    logLevel: 'error',
    logger: (_level, message) => void process.stderr.write(`${message}\n`),
  })
  const model = await llama.loadModel({ modelPath: settings.weights, gpuLayers: 0 })
  const context = await model.createContext({
    contextSize: { max: Math.min(settings.windowTokens, model.trainContextSize) },
    batchSize: BATCH_TOKENS,
    threads: settings.threads,
    sequences: 1,
  })
  const sequence = context.getSequence()
  // By the template that the model's file brings along; read again for whoever wants it to think.
  const chatWith = (thoughts: 'auto' | 'discourage') =>
    new library.LlamaChat({
      contextSequence: sequence,
      chatWrapper: library.resolveChatWrapper(model, {
        warningLogs: false,
        customWrapperSettings: { qwen: { thoughts } },
      }),
    })
  const brief = chatWith('discourage')
  let thinking: Chat | undefined
  const running = new Map<number, AbortController>()
  process.on('message', (message) => {
    const told = toEngineSchema.parse(message)
    if (told.type === 'stop') return running.get(told.id)?.abort()
    const stopped = new AbortController()
    running.set(told.id, stopped)
    const thinks = told.question.thoughtTokens > 0
    if (thinks) thinking ??= chatWith('auto')
    const chat = (thinks && thinking) || brief
    answer(told.id, told.question, { chat, sequence, signal: stopped.signal })
      .catch((error: unknown) => say({ type: 'failed', id: told.id, message: messageOf(error) }))
      .finally(() => running.delete(told.id))
  })
  say({ type: 'loaded', windowTokens: context.contextSize })
}

async function answer(
  id: number,
  question: EngineQuestion,
  { chat, sequence, signal }: { chat: Chat; sequence: Sequence; signal: AbortSignal },
): Promise<void> {
  const { usedInputTokens: evaluated, usedOutputTokens: made } = sequence.tokenMeter
  const { metadata } = await chat.generateResponse(chatItemsOf(question.turns), {
    signal,
    stopOnAbortSignal: true,
    maxTokens: question.maxTokens + question.thoughtTokens,
    temperature: question.temperature,
    customStopTriggers: question.stop,
    budgets: { thoughtTokens: question.thoughtTokens },
    repeatPenalty: {
      penalty: 1,
      lastTokens: PENALIZED_TOKENS,
      presencePenalty: question.presencePenalty,
      frequencyPenalty: question.frequencyPenalty,
    },
    onResponseChunk({ type, text }) {
      if (text) say({ type: type === 'segment' ? 'reasoning' : 'words', id, text })
    },
  })
  const completion = sequence.tokenMeter.usedOutputTokens - made
  const prompt = Math.max(0, sequence.nextTokenIndex - completion)
  const cached = Math.max(0, prompt - (sequence.tokenMeter.usedInputTokens - evaluated))
  const reason = metadata.stopReason === 'maxTokens' ? 'length' : 'stop'
  say({ type: 'end', id, reason, usage: { prompt, completion, cached } })
}

function say(message: FromEngine): void {
  process.send?.(message)
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 1_000)
}

/** The server's own work goes first, and out of memory the kernel should kill this process and not the server. */
function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not every system has them.
  }
}

// The server has ended, cleanly or not.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
stepBack()
serve(engineSettingsSchema.parse(JSON.parse(process.argv[2] ?? ''))).catch((error: unknown) => {
  process.send?.({ type: 'unloadable', message: messageOf(error) } satisfies FromEngine, () =>
    process.exit(1),
  )
})
