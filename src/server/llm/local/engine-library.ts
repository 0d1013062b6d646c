/** What is used of `node-llama-cpp`, which is not installed where this is compiled. */

export interface EngineLibrary {
  getLlama(options: {
    gpu: false
    build: 'never'
    skipDownload: true
    maxThreads: number
    logLevel: 'error'
    logger: (level: string, message: string) => void
  }): Promise<Engine>
  LlamaChat: new (options: { contextSequence: Sequence; chatWrapper: ChatWrapper }) => Chat
  resolveChatWrapper(model: EngineModel, options: object): ChatWrapper
}

interface Engine {
  loadModel(options: { modelPath: string; gpuLayers: 0 }): Promise<EngineModel>
}

interface EngineModel {
  trainContextSize: number
  createContext(options: {
    contextSize: { max: number }
    batchSize: number
    threads: number
    sequences: number
  }): Promise<{ contextSize: number; getSequence(): Sequence }>
}

interface ChatWrapper {
  wrapperName: string
}

export interface Sequence {
  nextTokenIndex: number
  tokenMeter: { usedInputTokens: number; usedOutputTokens: number }
}

export type ChatItem =
  | { type: 'system'; text: string }
  | { type: 'user'; text: string }
  | { type: 'model'; response: string[] }

export interface Chat {
  generateResponse(
    history: readonly ChatItem[],
    options: {
      signal: AbortSignal
      stopOnAbortSignal: true
      maxTokens: number
      temperature: number
      customStopTriggers: readonly string[]
      budgets: { thoughtTokens: number }
      repeatPenalty: {
        penalty: 1
        lastTokens: number
        presencePenalty: number
        frequencyPenalty: number
      }
      onResponseChunk: (chunk: { type?: 'segment'; text: string; tokens: unknown[] }) => void
    },
  ): Promise<{ metadata: { stopReason: string } }>
}
