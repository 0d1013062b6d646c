import { useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { type ApiKey, apiKeyChangesSchema } from '../../../../shared/doors/api-keys.ts'
import { RenameForm } from '../../../blocks/form/rename-form.tsx'
import { Fact, When } from '../../../blocks/list/facts.tsx'
import { ConfirmDialog } from '../../../blocks/undoable-delete/confirm-dialog.tsx'
import { useMinute } from '../../../lib/hooks/use-minute.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { ItemButton } from '../../../ui/item-button.tsx'
import * as texts from '../texts.tsx'
import { useKeyChanges, useRevokeKey } from './own-keys.ts'

/** An API key with its use, its name to be changed in place, and the button that revokes it. */
export function KeyItem(props: {
  apiKey: ApiKey
  /** Called after it was revoked, when its button is unmounted. */
  onGone: () => void
}) {
  const { apiKey } = props
  const { name, ending, expiresAt } = apiKey
  const [open, setOpen] = useState<'rename' | 'revoke'>()
  const { rename } = useKeyChanges()
  const revoke = useRevokeKey()
  const now = useMinute()
  const isOver = now !== null && expiresAt !== null && Date.parse(expiresAt) <= now
  const close = () => setOpen(undefined)
  return (
    <li className="panel hairline cut flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4.5">
      <div className="grid min-w-0 flex-[1_1_260px] gap-2">
        {open === 'rename' ? (
          <RenameForm
            field="name"
            label={texts.keyNameLabel}
            name={name}
            max={limits.apiKeyName}
            check={(typed) => apiKeyChangesSchema.safeParse({ name: typed })}
            rename={(typed) => rename(apiKey.id, typed)}
            onDone={close}
          />
        ) : (
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <code className="font-mono text-13 text-muted">{texts.keyEnding(ending)}</code>
            {isOver && <span className="text-13 text-warning">{texts.expired}</span>}
          </p>
        )}
        <Facts of={apiKey} isOver={isOver} />
      </div>
      {open !== 'rename' && (
        <div className="flex gap-2">
          <ItemButton of={name} onClick={() => setOpen('rename')}>
            {texts.rename}
          </ItemButton>
          <ItemButton of={name} tone="danger" onClick={() => setOpen('revoke')}>
            {texts.revoke}
          </ItemButton>
        </div>
      )}
      {open === 'revoke' && (
        <ConfirmDialog
          title={texts.revokeTitle(name)}
          description={texts.revokeAbout}
          action={{
            label: texts.revokeConfirm,
            busyLabel: texts.revoking,
            busy: revoke.isPending,
            go: () => revoke.mutate(apiKey, { onSuccess: props.onGone }),
          }}
          keep={texts.keepKey}
          problem={revoke.error ? { title: texts.notRevoked, text: explainError(revoke.error) } : undefined}
          onClose={close}
        />
      )}
    </li>
  )
}

function Facts({ of, isOver }: { of: ApiKey; isOver: boolean }) {
  const { agent, wordsADay, wordsToday, lastUsedAt, expiresAt } = of
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-13">
      <Fact name={texts.scope}>{agent === null ? texts.everyAgent : agent.name}</Fact>
      <Fact name={texts.today}>
        {wordsADay === null ? texts.wordsToday(wordsToday) : texts.wordsOfCap(wordsToday, wordsADay)}
      </Fact>
      <Fact name={texts.lastUsed}>{lastUsedAt === null ? texts.neverUsed : <When at={lastUsedAt} />}</Fact>
      {expiresAt !== null && !isOver && (
        <Fact name={texts.until}>
          <When at={expiresAt} />
        </Fact>
      )}
    </dl>
  )
}
