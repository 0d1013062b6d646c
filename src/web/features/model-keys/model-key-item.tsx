import { type Ref, Suspense, useRef, useState } from 'react'
import { type OwnKey, ownKeyChangesSchema, ownKeyLimits } from '../../../shared/models/own-keys.ts'
import { RenameForm } from '../../blocks/form/rename-form.tsx'
import { Fact, When } from '../../blocks/list/facts.tsx'
import { ConfirmDialog } from '../../blocks/undoable-delete/confirm-dialog.tsx'
import { changeFocus } from '../../lib/change-focus.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { ItemButton } from '../../ui/item-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useModelKeyChanges, useRefreshModels, useRemoveModelKey } from './model-keys.ts'
import * as texts from './texts.ts'

const LimitsDialog = lazyPart(() => import('./limits-dialog.tsx'))

/** A key for models: what it is, what was used of it, and what can be done with it. */
export function ModelKeyItem(props: {
  modelKey: OwnKey
  /** Called after it was removed, when its button is unmounted. */
  onGone: () => void
}) {
  const { modelKey } = props
  const { id, name, provider, ending } = modelKey
  const [open, setOpen] = useState<'rename' | 'limits' | 'remove'>()
  const { rename } = useModelKeyChanges()
  const remove = useRemoveModelKey()
  const close = () => setOpen(undefined)
  const renameButton = useRef<HTMLButtonElement>(null)
  return (
    <li className="panel hairline cut grid gap-3.5 p-4.5">
      <div className="grid min-w-0 gap-2">
        {open === 'rename' ? (
          <RenameForm
            field="name"
            label={texts.nameLabel}
            name={name}
            max={ownKeyLimits.name}
            check={(typed) => ownKeyChangesSchema.safeParse({ name: typed })}
            rename={(typed) => rename(id, typed)}
            onDone={() => changeFocus(close, () => renameButton.current)}
          />
        ) : (
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="font-semibold wrap-anywhere">{name}</span>
            {provider !== name && <span className="text-soft wrap-anywhere">{provider}</span>}
            {ending && <code className="font-mono text-13 text-muted">{texts.ending(ending)}</code>}
          </p>
        )}
        <Facts of={modelKey} />
      </div>
      {open !== 'rename' && <Actions of={modelKey} renameButton={renameButton} open={setOpen} />}
      {open === 'limits' && (
        <Suspense fallback={null}>
          <LimitsDialog modelKey={modelKey} onClose={close} />
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
            go: () => remove.mutate(modelKey, { onSuccess: props.onGone }),
          }}
          keep={texts.keep}
          problem={remove.error ? { title: texts.notRemoved, text: explainError(remove.error) } : undefined}
          onClose={close}
        />
      )}
    </li>
  )
}

function Facts({ of }: { of: OwnKey }) {
  const { models, caps, today, lastUsedAt } = of
  const used = [
    caps.words === null ? texts.words(today.words) : texts.wordsOf(today.words, caps.words),
    ...moneyOf(today.cents, caps.cents),
  ]
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-13">
      <Fact name={texts.models}>{texts.modelsCount(models)}</Fact>
      <Fact name={texts.today}>{used.join(', ')}</Fact>
      {caps.wordsEach !== null && <Fact name={texts.each}>{texts.eachCap(caps.wordsEach)}</Fact>}
      <Fact name={texts.lastUsed}>{lastUsedAt === null ? texts.neverUsed : <When at={lastUsedAt} />}</Fact>
    </dl>
  )
}

function moneyOf(cents: number | null, cap: number | null): string[] {
  if (cap === null) return cents === null ? [] : [texts.money(cents)]
  return [cents === null ? texts.upTo(cap) : texts.moneyOf(cents, cap)]
}

function Actions(props: {
  of: OwnKey
  renameButton: Ref<HTMLButtonElement>
  open: (what: 'rename' | 'limits' | 'remove') => void
}) {
  const { of, open } = props
  const refresh = useRefreshModels()
  return (
    <div className="flex flex-wrap gap-2">
      <ItemButton of={of.name} onClick={() => open('limits')}>
        {texts.limits}
      </ItemButton>
      <ItemButton ref={props.renameButton} of={of.name} onClick={() => open('rename')}>
        {texts.rename}
      </ItemButton>
      <ItemButton of={of.name} busy={refresh.isPending} onClick={() => refresh.mutate(of)}>
        {refresh.isPending ? texts.refreshing : texts.refresh}
      </ItemButton>
      <ItemButton of={of.name} tone="danger" onClick={() => open('remove')}>
        {texts.remove}
      </ItemButton>
    </div>
  )
}
