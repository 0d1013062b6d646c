import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { limits } from '../../../../shared/limits.ts'
import { requireSignIn } from '../../../lib/identity.ts'
import { Button } from '../../../ui/button.tsx'
import { SendIcon } from '../../../ui/icons.tsx'
import type { useSending } from './use-sending.ts'

const inline =
  '-my-2 py-2 text-cyan underline underline-offset-3 hover:text-text disabled:text-muted max-md:-my-3 max-md:py-3'

/** Section 2: where a participant writes. Without a wallet it rests, and says how to wake it. */
export function Composer(props: {
  realmName: string
  hasWallet: boolean
  words: ReturnType<typeof useSending>
}) {
  const { hasWallet, words } = props
  const { draft, sending, fault } = words
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const blank = draft.trim() === ''
  const busy = sending.state === 'sending'
  const length = draft.trim().length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const field = input.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }, [draft])

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    words.submit()
    input.current?.focus() // a button that becomes disabled would lose it
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    // Enter that ends the composition of a character sends nothing; Safari says so by the code alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    submit(event as unknown as FormEvent)
  }
  return (
    <form onSubmit={submit}>
      <div className="panel hairline cut flex items-end gap-3 p-2 pl-5 focus-within:before:bg-cyan">
        <label htmlFor={id} className="sr-only">
          {`Message to ${props.realmName}`}
        </label>
        <textarea
          id={id}
          ref={input}
          rows={1}
          value={draft}
          disabled={!hasWallet}
          placeholder={hasWallet ? 'Enter message...' : 'Connect wallet to chat'}
          enterKeyHint="send"
          aria-invalid={fault !== undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          onChange={(event) => words.setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          className="max-h-[calc(6lh+20px)] min-w-0 flex-1 resize-none self-center overflow-y-auto bg-transparent py-2.5 text-base leading-normal outline-none placeholder:text-muted disabled:cursor-not-allowed disabled:text-muted"
        />
        <Button
          type="submit"
          tone="primary"
          disabled={!hasWallet || busy || blank}
          className="max-sm:w-11 max-sm:p-0"
        >
          <SendIcon width={16} height={16} className="sm:hidden" />
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </div>
      <div className="flex min-h-6 items-start justify-between gap-4 px-1 pt-2 text-[13px] text-soft">
        <div>
          {!hasWallet && (
            <p>
              {'Reading is open to everyone. '}
              <button type="button" className={inline} onClick={() => void requireSignIn()}>
                Connect wallet
              </button>
            </p>
          )}
          {fault && (
            <p id={`${id}-fault`} role="alert" className="text-sm text-[#ff8ba0]">
              {fault}
            </p>
          )}
          <div role="status">
            {hasWallet && sending.state === 'failed' && !blank && !fault && (
              <>
                <p>
                  {'Not sent · '}
                  <button type="button" className={inline} onClick={() => submit()}>
                    Retry
                  </button>
                </p>
                <p className="mt-1 text-muted">{sending.problem}</p>
              </>
            )}
          </div>
        </div>
        {length > limits.realmMessage * 0.8 && (
          <p className={`flex-none tabular-nums ${fault ? 'text-[#ff8ba0]' : 'text-muted'}`}>
            {`${length.toLocaleString('en-US')} / ${limits.realmMessage.toLocaleString('en-US')}`}
          </p>
        )}
      </div>
    </form>
  )
}
