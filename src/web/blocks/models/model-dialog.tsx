import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { ListedModel, ModelList } from '../../../shared/models/models.ts'
import { useApi } from '../../lib/http/api.ts'
import { Link } from '../../lib/router/router.tsx'
import { useViewer } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Waiting } from '../list/waiting.tsx'
import * as general from '../texts.ts'
import { factsOf, matching } from './model-words.ts'
import { modelsQuery } from './models-query.ts'
import * as texts from './texts.ts'

/** So many models are found without a search. */
const SEARCHED_FROM = 9

export interface ModelDialogProps {
  title: string
  description?: string
  /** Whose own model is named at the first choice; null for none. */
  agent: string | null
  /** What is chosen now; undefined if nothing is marked as chosen. */
  value: string | null | undefined
  /** The choice of no model, as the person reads it; without it a model has to be chosen. */
  none?: string
  onChoose: (ref: string | null) => void
  onClose: () => void
}

/** A choice among the models of this place and of the person's own keys. */
export default function ModelDialog(props: ModelDialogProps) {
  const viewer = useViewer() ?? null
  const { data, error, refetch } = useQuery(modelsQuery(useApi(), viewer, props.agent))
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      {...(props.description && { description: props.description })}
    >
      {data ? (
        <Choices {...props} models={data} viewer={viewer} />
      ) : error ? (
        <div className="grid justify-items-start gap-4">
          <p role="alert">{texts.modelsNotLoaded}</p>
          <Button size="small" onClick={() => void refetch()}>
            {general.tryAgain}
          </Button>
        </div>
      ) : (
        <Waiting words={texts.loadingModels} look="grid gap-2">
          {[0, 1, 2].map((row) => (
            <div key={row} className="skeleton h-15" />
          ))}
        </Waiting>
      )}
    </Dialog>
  )
}

function Choices(props: ModelDialogProps & { models: ModelList; viewer: string | null }) {
  const { models, none, value } = props
  const search = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const all = [...models.place, ...models.own]
  const found = { place: matching(models.place, text), own: matching(models.own, text) }
  const choose = (ref: string | null) => {
    props.onChoose(ref)
    props.onClose()
  }
  const choices = (listed: readonly ListedModel[], payer: 'place' | 'person') =>
    listed.map((model) => (
      <Choice
        key={model.ref}
        name={model.model}
        about={[model.provider, ...factsOf(model)]}
        payer={texts.paysFor[payer]}
        chosen={value === model.ref}
        onChoose={() => choose(model.ref)}
      />
    ))
  const nothing = found.place.length + found.own.length === 0
  return (
    <div className="grid gap-5">
      {all.length >= SEARCHED_FROM && (
        <SearchBox
          ref={search}
          label={texts.searchModels}
          placeholder={texts.searchPlaceholder}
          text={text}
          problem={undefined}
          onType={setText}
          onCommit={() => {}}
        />
      )}
      {none !== undefined && text === '' && (
        <Choice
          name={none}
          about={models.usual ? [models.usual.model, models.usual.provider] : []}
          payer={models.usual ? texts.paysFor[models.usual.payer] : null}
          chosen={value === null}
          onChoose={() => choose(null)}
        />
      )}
      <Group title={texts.thisPlace}>{choices(found.place, 'place')}</Group>
      <Group title={texts.yourKeys}>{choices(found.own, 'person')}</Group>
      {nothing && (
        <p role="status" className="text-soft">
          {text === '' ? texts.nothingToChoose : texts.noMatch(text)}
        </p>
      )}
      {models.own.length === 0 && <KeyHint viewer={props.viewer} />}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  const id = useId()
  if (children.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="label text-soft">
        {title}
      </h3>
      {children}
    </section>
  )
}

function Choice(props: {
  name: string
  about: readonly string[]
  /** In words; null if nobody does. */
  payer: string | null
  chosen: boolean
  onChoose: () => void
}) {
  const { chosen } = props
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={props.onChoose}
      className={`grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 rounded-[3px] border px-4 py-2.5 text-left transition-colors hover:border-cyan ${chosen ? 'border-cyan bg-cyan/10' : 'border-line-strong'}`}
    >
      <span className="min-w-0 font-semibold wrap-anywhere">{props.name}</span>
      <span className="text-13 whitespace-nowrap text-soft">
        {chosen && (
          <CheckIcon width={16} height={16} className="mr-1.5 inline-block align-[-3px] text-cyan" />
        )}
        {props.payer}
      </span>
      {props.about.length > 0 && (
        <span className="col-span-2 text-13 text-muted">{props.about.join(' · ')}</span>
      )}
    </button>
  )
}

function KeyHint({ viewer }: { viewer: string | null }) {
  if (viewer === null) return <p className="text-sm text-muted">{texts.signInHint}</p>
  return (
    <p className="text-sm text-muted">
      {texts.addKeyHint}{' '}
      <Link to="/settings" className="text-cyan underline underline-offset-3">
        {texts.addKey}
      </Link>
    </p>
  )
}
