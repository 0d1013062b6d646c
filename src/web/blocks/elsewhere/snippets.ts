/** The programs for which there is a snippet, in the order of the choice. */
export const programs = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
  { value: 'sillytavern', label: 'SillyTavern' },
  { value: 'claude-code', label: 'Claude Code' },
  { value: 'cursor', label: 'Cursor' },
  { value: 'a2a', label: 'Other agents (A2A)' },
] as const
export type Program = (typeof programs)[number]['value']

/** What stands in a snippet for a key that is not known. */
export const KEY_PLACEHOLDER = 'bk_your_key'

/** What a program needs to use an agent. */
export interface Use {
  /** The address of this place, without a slash at its end. */
  origin: string
  /** The agent's handle or id. */
  model: string
  key: string
}

export interface Snippet {
  /** What to do with it, step by step. */
  steps: readonly string[]
  code: string
  language: 'bash' | 'typescript' | 'python' | 'text'
}

export const baseUrl = (origin: string) => `${origin}/v1`

/** Makes what is copied into a program. The values are those of this place, so nothing in them needs to be escaped. */
export function snippetFor(program: Program, { origin, model, key }: Use): Snippet {
  const base = baseUrl(origin)
  switch (program) {
    case 'curl':
      return {
        steps: ['The words arrive as they are written.'],
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
        steps: ['With the client of OpenAI: npm install openai.'],
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
        steps: ['With the client of OpenAI: pip install openai.'],
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
        steps: [
          'Under API Connections choose Chat Completion, and as its source Custom (OpenAI-compatible).',
          'Put these in, then connect.',
        ],
        language: 'text',
        code: [`Custom endpoint: ${base}`, `API key: ${key}`, `Model: ${model}`].join('\n'),
      }
    case 'claude-code':
      return {
        steps: ['It then has every agent that the key can use as a tool.'],
        language: 'bash',
        code: `claude mcp add --transport http bionic ${origin}/mcp --header "Authorization: Bearer ${key}"`,
      }
    case 'cursor':
      return {
        steps: [
          'In Settings, under Models, add a model with this name, and turn on the override of the OpenAI base URL.',
          'Cursor asks from its own servers, so this place needs an address on the internet.',
        ],
        language: 'text',
        code: [`Model: ${model}`, `OpenAI base URL: ${base}`, `OpenAI API key: ${key}`].join('\n'),
      }
    case 'a2a':
      return {
        steps: ['Agents that speak A2A find this one by its card, and send the key with each question.'],
        language: 'text',
        code: [
          `Agent card: ${origin}/a2a/${model}/.well-known/agent-card.json`,
          `Authorization: Bearer ${key}`,
        ].join('\n'),
      }
    default:
      return program satisfies never
  }
}
