import type { ReactNode } from 'react'
import { requireSignIn } from '../../lib/http/identity.ts'
import { Button } from '../../ui/button.tsx'
import { LockIcon, WarningIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import * as texts from '../texts.ts'
import type { ListFailure } from './list-state.ts'

export const wholeScreen = 'min-h-[min(460px,60dvh)]'

export function FailedPanel(props: {
  failure: Pick<ListFailure, 'problem' | 'retry'>
  title: string
  /** Without it the title is a plain sentence. */
  heading?: 'h1' | 'h2'
  className?: string
  action?: string
}) {
  const { failure, action = texts.tryAgain, ...look } = props
  return (
    <StatePanel
      alert
      {...look}
      icon={<WarningIcon width={24} height={24} />}
      action={<Button onClick={failure.retry}>{action}</Button>}
    >
      {failure.problem}
    </StatePanel>
  )
}

export function LockedPanel(props: {
  connected: boolean
  titles: { visitor: string; connected: string }
  className: string
  /** For a visitor without a wallet; with a connected wallet the panel explains the signature instead. */
  children?: ReactNode
}) {
  const { connected, titles } = props
  return (
    <StatePanel
      className={props.className}
      heading="h2"
      icon={<LockIcon width={24} height={24} />}
      title={connected ? titles.connected : titles.visitor}
      action={
        <Button tone="primary" onClick={() => void requireSignIn()}>
          {connected ? texts.signIn : texts.connectWallet}
        </Button>
      }
    >
      {connected ? texts.signHint : props.children}
    </StatePanel>
  )
}

export function ListNote(props: {
  children: ReactNode
  action?: { label: string; onClick: () => void }
  link?: ReactNode
  /** A failure, which screen readers announce. */
  alert?: boolean
  className: string
  measure?: string
}) {
  const { action, measure = 'max-w-[46ch]' } = props
  return (
    <div
      {...(props.alert && { role: 'alert' })}
      className={`grid justify-items-start gap-4 ${props.className}`}
    >
      <p className={`text-sm text-soft ${measure}`}>{props.children}</p>
      {action && (
        <Button size="small" className="max-md:min-h-11" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      {props.link}
    </div>
  )
}

/** @param what a plain sentence without a full stop: “The kept runs did not arrive” */
export function FailedNote(props: {
  failure: ListFailure
  what: string
  className: string
  measure?: string
}) {
  const { failure, what, ...look } = props
  return (
    <ListNote alert {...look} action={{ label: texts.tryAgain, onClick: failure.retry }}>
      {`${what}. ${failure.problem}`}
    </ListNote>
  )
}
