import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test } from 'vitest'
import { inDocument } from '../../../../../test/in-document.ts'
import { toolPart, UNTIL, waitingFor } from '../../../../../test/tool-part.ts'
import type { WaitingItem } from '../../../../shared/tools/inbox.ts'
import type { ToolCallPart } from '../../../../shared/tools/tool-fields.ts'
import { useDecidedHere } from './use-decided-here.ts'

const place = { scope: 'conversation' as const, scopeId: 'c1', replyId: 'r1' }

const waits = (status: ToolCallPart['status']): WaitingItem => ({
  ...{ place, part: toolPart(status), agentId: null, agentName: 'Nova', where: 'Write to Bob', since: UNTIL },
})

const asksForConsent = waits(waitingFor('acts'))
const asksAgain = waits({
  state: 'waiting',
  wait: { for: 'input', question: { kind: 'text', text: 'Which Bob?' } },
  until: UNTIL,
})
const mayHaveHappened = waits({ state: 'unknown', since: UNTIL })

type Inbox = ReturnType<typeof useDecidedHere>

function List({ waiting, onShown }: { waiting: readonly WaitingItem[]; onShown: (inbox: Inbox) => void }) {
  onShown(useDecidedHere(waiting, 'ada'))
  return null
}

/** An inbox in which a call is listed that is then decided, and the states that it shows. */
async function inboxWith(item: WaitingItem) {
  const { show } = inDocument()
  const queryClient = new QueryClient()
  let inbox: Inbox | undefined
  const onShown = (shown: Inbox) => {
    inbox = shown
  }
  const list = async (...waiting: WaitingItem[]) => {
    await show(
      <QueryClientProvider client={queryClient}>
        <List waiting={waiting} onShown={onShown} />
      </QueryClientProvider>,
    )
    return inbox?.items.map(({ part }) => part.status) ?? []
  }
  await list(item)
  return {
    list,
    async decide(status: ToolCallPart['status']) {
      await act(async () => inbox?.decided(item, { place, part: toolPart(status), goesOn: true }))
    },
  }
}

test('what was decided stays as what became of it, while the server lists it still and when it does not any more', async () => {
  const { list, decide } = await inboxWith(asksForConsent)
  await decide({ state: 'allowed' })
  expect(await list({ ...asksForConsent })).toEqual([{ state: 'allowed' }])
  expect(await list()).toEqual([{ state: 'allowed' }])
})

test.each([
  ['asks its person something', asksAgain],
  ['may have happened', mayHaveHappened],
])('a call that was allowed and then %s waits again', async (_, item) => {
  const { list, decide } = await inboxWith(asksForConsent)
  await decide({ state: 'allowed' })
  expect(await list(item)).toEqual([item.part.status])
  expect(await list()).toEqual([{ state: 'allowed' }])
})

test('a call that is to be tried again waits until somebody decides it elsewhere', async () => {
  const { list, decide } = await inboxWith(mayHaveHappened)
  const { status } = asksForConsent.part
  await decide(status)
  expect(await list(mayHaveHappened)).toEqual([status])
  expect(await list(asksForConsent)).toEqual([status])
  expect(await list()).toEqual([])
})
