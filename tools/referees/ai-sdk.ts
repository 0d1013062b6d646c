export { createOpenAICompatible } from '@ai-sdk/openai-compatible'
export * from 'ai'
