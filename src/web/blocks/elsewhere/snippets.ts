import * as texts from '../texts.ts'

export const programs = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
  { value: 'sillytavern', label: 'SillyTavern' },
  { value: 'claude-code', label: 'Claude Code' },
  { value: 'cursor', label: 'Cursor' },
  { value: 'a2a', label: texts.otherAgents },
] as const
export type Program = (typeof programs)[number]['value']

/** Stands for a key that is not known. */
export const KEY_PLACEHOLDER = 'bk_your_key'

interface Use {
  /** Without a slash at its end. */
  origin: string
  model: string
  key: string
}

interface Snippet {
  steps: readonly string[]
  code: string
  language: 'bash' | 'typescript' | 'python' | 'text'
}

export const baseUrl = (origin: string) => `${origin}/v1`

/** The values are those of this place, so nothing in them needs to be escaped. */
export function snippetFor(program: Program, { origin, model, key }: Use): Snippet {
  const base = baseUrl(origin)
  switch (program) {
    case 'curl':
      return {
        steps: [texts.curlStep],
        language: 'bash',
        code: [
          `curl -N ${base}/chat/completions \\`,
          `  -H 'authorization: Bearer ${key}' \\`,
          `  -H 'content-type: application/json' \\`,
          `  -d '{"model": "${model}", "stream": true, "messages": [{"role": "user", "content": "Who are you?"}]}'`,
        ].join('\n'),
      }
    case 'typescript':
      return {
        steps: [texts.typescriptStep],
        language: 'typescript',
        code: [
          `import { OpenAI } from 'openai'`,
          '',
          `const client = new OpenAI({ baseURL: '${base}', apiKey: '${key}' })`,
          'const answer = await client.chat.completions.create({',
          `  model: '${model}',`,
          `  messages: [{ role: 'user', content: 'Who are you?' }],`,
          '})',
          'console.log(answer.choices[0].message.content)',
        ].join('\n'),
      }
    case 'python':
      return {
        steps: [texts.pythonStep],
        language: 'python',
        code: [
          'from openai import OpenAI',
          '',
          `client = OpenAI(base_url="${base}", api_key="${key}")`,
          'answer = client.chat.completions.create(',
          `    model="${model}",`,
          '    messages=[{"role": "user", "content": "Who are you?"}],',
          ')',
          'print(answer.choices[0].message.content)',
        ].join('\n'),
      }
    case 'sillytavern':
      return {
        steps: [texts.sillyTavernStep, texts.sillyTavernConnect],
        language: 'text',
        code: [texts.customEndpoint(base), texts.apiKeyIs(key), texts.modelIs(model)].join('\n'),
      }
    case 'claude-code':
      return {
        steps: [texts.claudeCodeStep],
        language: 'bash',
        code: `claude mcp add --transport http bionic ${origin}/mcp --header "Authorization: Bearer ${key}"`,
      }
    case 'cursor':
      return {
        steps: [texts.cursorStep, texts.cursorReach],
        language: 'text',
        code: [texts.modelIs(model), texts.openAiBaseUrl(base), texts.openAiKey(key)].join('\n'),
      }
    case 'a2a':
      return {
        steps: [texts.a2aStep],
        language: 'text',
        code: [
          texts.agentCard(`${origin}/a2a/${model}/.well-known/agent-card.json`),
          texts.authorization(key),
        ].join('\n'),
      }
    default:
      return program satisfies never
  }
}
