import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useOneMutation } from './use-one-mutation.ts'

function Sender(props: { send: () => Promise<void>; onReady: (press: () => void) => void }) {
  props.onReady(useOneMutation({ mutationKey: ['publish', 'an agent'], mutationFn: props.send }).mutate)
  return null
}

test('two presses before anything is rendered send once, and a later one sends again', async () => {
  const client = new QueryClient()
  let sent = 0
  let press = () => {}
  renderToString(
    <QueryClientProvider client={client}>
      <Sender
        send={async () => void sent++}
        onReady={(ready) => {
          press = ready
        }}
      />
    </QueryClientProvider>,
  )
  for (const expected of [1, 2]) {
    press()
    press()
    await expect.poll(() => client.isMutating()).toBe(0)
    expect(sent).toBe(expected)
  }
})
