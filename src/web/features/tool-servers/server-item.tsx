import { Suspense, useRef, useState } from 'react'
import type { McpServer } from '../../../shared/tools/mcp-servers.ts'
import { Fact, When } from '../../blocks/list/facts.tsx'
import { ConfirmDialog } from '../../blocks/undoable-delete/confirm-dialog.tsx'
import { changeFocus } from '../../lib/change-focus.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ServerActions } from './server-actions.tsx'
import * as texts from './texts.ts'
import { useRemoveServer } from './tool-servers.ts'

const ServerTools = lazyPart(() => import('./server-tools.tsx'))
const TokenDialog = lazyPart(() => import('./token-dialog.tsx'))
const RenameServer = lazyPart(() => import('./rename-server.tsx'))

/** A server of tools: how it is, what it offers, and what can be done with it. */
export function ServerItem(props: {
  server: McpServer
  /** Called after it was removed, when its button is unmounted. */
  onGone: () => void
}) {
  const { server } = props
  const { name, address, host } = server
  const [open, setOpen] = useState<'rename' | 'token' | 'remove'>()
  const remove = useRemoveServer()
  const close = () => setOpen(undefined)
  const renameButton = useRef<HTMLButtonElement>(null)
  return (
    <li className="panel hairline cut grid min-w-0 gap-3.5 p-4.5">
      <div className="grid min-w-0 gap-2">
        {open === 'rename' ? (
          <Suspense fallback={<div aria-busy="true" className="skeleton h-12" />}>
            <RenameServer server={server} onDone={() => changeFocus(close, () => renameButton.current)} />
          </Suspense>
        ) : (
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="font-mono text-13 text-soft wrap-anywhere">{address ?? host}</span>
            {server.isOfPlace && <span className="text-13 text-violet">{texts.ofPlace}</span>}
          </p>
        )}
        <Health of={server} />
        <Facts of={server} />
      </div>
      {open !== 'rename' && <ServerActions server={server} renameButton={renameButton} onOpen={setOpen} />}
      {server.tools.length > 0 && (
        <Suspense fallback={<div aria-busy="true" className="skeleton h-11" />}>
          <ServerTools server={server} />
        </Suspense>
      )}
      {open === 'token' && (
        <Suspense fallback={null}>
          <TokenDialog server={server} onClose={close} />
        </Suspense>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={texts.removeTitle(name)}
          description={texts.removeAbout}
          action={{
            label: texts.removeConfirm,
            busyLabel: texts.removing,
            busy: remove.isPending,
            go: () => remove.mutate(server, { onSuccess: props.onGone }),
          }}
          keep={texts.keep}
          problem={remove.error ? { title: texts.notRemoved, text: explainError(remove.error) } : undefined}
          onClose={close}
        />
      )}
    </li>
  )
}

const lights = {
  never: '[--hue:var(--color-muted)]',
  well: 'dot-live [--hue:var(--color-good)]',
  'sign-in': '[--hue:var(--color-warning)]',
  failed: '[--hue:var(--color-bad)]',
}

function Health({ of: { health, problem } }: { of: McpServer }) {
  return (
    <p className="flex items-baseline gap-2.5 text-sm">
      <span aria-hidden="true" className={`dot -translate-y-px ${lights[health]}`} />
      <span className={health === 'well' ? 'text-soft' : 'text-text'}>
        {health === 'well' || problem === null ? `${texts.health[health]}. ${problem ?? ''}` : problem}
      </span>
    </p>
  )
}

function Facts({ of }: { of: McpServer }) {
  const { tools, checkedAt } = of
  const count = (wanted: McpServer['tools'][number]['state']) =>
    tools.filter(({ state }) => state === wanted).length
  const words = [texts.usable(count('accepted')), texts.news(count('new'), count('changed'))]
  const account = accountOf(of)
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-13">
      <Fact name={texts.tools}>
        {tools.length === 0 ? texts.noTools : words.filter((word) => word !== '').join(', ')}
      </Fact>
      {account && <Fact name={texts.account}>{account}</Fact>}
      {checkedAt !== null && (
        <Fact name={texts.lastAsked}>
          <When at={checkedAt} />
        </Fact>
      )}
    </dl>
  )
}

function accountOf({ auth, signedIn, isOfPlace }: McpServer): string | null {
  switch (auth) {
    case 'none':
      return null
    case 'header':
      return isOfPlace ? texts.accounts.ofPlace : texts.accounts.header
    case 'oauth':
      return signedIn ? texts.accounts.in : texts.accounts.out
    default:
      return auth satisfies never
  }
}
