import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { inDocument } from '../../../../test/in-document.ts'
import { toolPart, UNTIL } from '../../../../test/tool-part.ts'
import type { Decided } from '../../../shared/tools/decisions.ts'
import { ApiProvider, createApi } from '../../lib/http/api.ts'
import { Question } from './question.tsx'
import { ToolDecisions } from './tool-decisions.ts'
import { useDecision } from './use-decision.ts'

const question = { kind: 'text' as const, text: 'Which one?' }
const part = toolPart({ state: 'waiting', wait: { for: 'input', question }, until: UNTIL })

const Asked = () => <Question part={part} question={question} decision={useDecision(part)} />

const decided = { reply: {} } as unknown as Decided

test.each([
  ['without a connection', { online: false, decide: async () => decided }, true],
  [
    'to a server that can’t be reached',
    { online: true, decide: () => Promise.reject(new TypeError()) },
    true,
  ],
  ['without signing in', { online: true, decide: async () => null }, true],
  ['to the server', { online: true, decide: async () => decided }, false],
])(
  'what was typed as an answer outlives a reload until the server has it: given %s',
  async (_, { online, decide }, isKept) => {
    vi.stubGlobal('CSS', { supports: () => true })
    vi.stubGlobal('navigator', { onLine: online })
    const { document, show } = inDocument()
    sessionStorage.setItem('toolAnswers', JSON.stringify([[part.call, { answer: 'The blue one' }]]))
    await show(
      <ApiProvider value={createApi('http://place.example', fetch)}>
        <QueryClientProvider client={new QueryClient()}>
          <ToolDecisions value={{ agentName: 'Nova', decide, onDecided: () => {}, onStale: () => {} }}>
            <Asked />
          </ToolDecisions>
        </QueryClientProvider>
      </ApiProvider>,
    )
    const { Event } = document.defaultView as unknown as typeof globalThis
    const submitted = new Event('submit', { bubbles: true, cancelable: true })
    await act(async () => document.querySelector('form')?.dispatchEvent(submitted))
    await act(async () => new Promise((resolve) => setTimeout(resolve)))
    expect(sessionStorage.getItem('toolAnswers')?.includes('The blue one') ?? false).toBe(isKept)
  },
)
