import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type {
  LocalModelState,
  OfferedModel,
  OfferedModelName,
} from '../../../../shared/models/local-model.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { engineQuery } from '../api/engine-query.ts'
import { localModelQuery } from '../api/local-model-query.ts'
import * as texts from './texts.ts'

/** In the units of hubs, such as `1.8 GB`. */
function sizeInWords(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`
  return bytes >= 1e7 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** Gets a model to the server's own machine; for the operator alone. */
export function LocalModel() {
  const api = useApi()
  const queryClient = useQueryClient()
  const query = localModelQuery(api)
  const answer = useQuery(query).data
  const onSuccess = (next: typeof answer) => queryClient.setQueryData(query.queryKey, next)
  const onError = () => toast.error(texts.notBegun)
  const start = useMutation({
    mutationFn: (name: OfferedModelName) => unwrap(api.place['local-model'].$post({ json: { name } })),
    ...{ onSuccess, onError },
  })
  const cancel = useMutation({
    mutationFn: () => unwrap(api.place['local-model'].$delete()),
    onSuccess,
  })
  useAnswersFromNow(answer?.state)
  const offer = answer?.offers[0]
  if (!answer || !offer) return null
  const isBusy = start.isPending || cancel.isPending
  return (
    <GettingModel
      {...{ state: answer.state, offer, isBusy }}
      onStart={() => isBusy || start.mutate(offer.name)}
      onCancel={() => isBusy || cancel.mutate()}
    />
  )
}

/** Asks for the engine again once a model is here: it is the one that answers. */
function useAnswersFromNow(state: LocalModelState | undefined): void {
  const queryClient = useQueryClient()
  const { queryKey } = engineQuery(useApi())
  const before = useRef(state?.kind)
  const name = state && 'name' in state && state.kind !== 'downloading' ? state.name : null
  useEffect(() => {
    const wasWithout = before.current !== undefined && before.current !== 'ready'
    before.current = state?.kind
    if (name === null) return
    if (wasWithout) toast.success(texts.modelIsHere(name))
    void queryClient.invalidateQueries({ queryKey })
  }, [state?.kind, name, queryClient, queryKey])
}

interface GettingModelProps {
  state: LocalModelState
  offer: OfferedModel
  isBusy: boolean
  onStart: () => void
  onCancel: () => void
}

function GettingModel({ state, offer, isBusy, onStart, onCancel }: GettingModelProps) {
  const size = sizeInWords(offer.megabytes * 1e6)
  switch (state.kind) {
    case 'absent':
      return (
        <>
          <Button size="small" className="mt-2" onClick={onStart} aria-disabled={isBusy}>
            {texts.downloadModel(offer.label, size)}
          </Button>
          <p className="mt-2">
            {texts.needsMemoryLicence(offer.label, sizeInWords(offer.memoryMegabytes * 1e6), offer.licence)}{' '}
            {texts.otherModelsBy}{' '}
            <code className="font-mono text-[0.92em] whitespace-nowrap">{texts.runModelCommand}</code>.
          </p>
        </>
      )
    case 'installing':
      return <OnItsWay title={texts.installingEngine} onCancel={onCancel} isBusy={isBusy} />
    case 'downloading': {
      const { name, bytes, of, secondsLeft } = state
      const isWhole = bytes >= of
      const detail = [
        texts.arrivedOf(sizeInWords(bytes), sizeInWords(of)),
        ...(secondsLeft === null || isWhole ? [] : [texts.secondsLeft(secondsLeft)]),
      ].join(' · ')
      return (
        <OnItsWay
          title={isWhole ? texts.checkingModel : texts.downloadingModel(name)}
          {...{ detail, onCancel, isBusy }}
          part={of > 0 ? bytes / of : 0}
        />
      )
    }
    case 'failed':
      return (
        <>
          <p role="alert" className="mt-1 text-bad">
            {state.sentence}
          </p>
          <Button size="small" className="mt-2" onClick={onStart} aria-disabled={isBusy}>
            {texts.goOnDownloading}
          </Button>
        </>
      )
    case 'ready':
    case 'loading':
    case 'running':
      return null
    default:
      return state satisfies never
  }
}

function OnItsWay(props: {
  title: string
  detail?: string
  /** From 0 to 1; absent where nobody knows. */
  part?: number
  isBusy: boolean
  onCancel: () => void
}) {
  const percent = props.part === undefined ? undefined : Math.round(props.part * 100)
  return (
    <div className="mt-2 flex max-w-[46ch] items-end gap-4">
      <div className="min-w-0 flex-1">
        <p className="text-text">{props.title}</p>
        <div
          role="progressbar"
          aria-label={props.title}
          aria-valuenow={percent}
          className="mt-2 h-[3px] overflow-hidden bg-cyan/12"
        >
          <div
            className={`h-full bg-cyan ${percent === undefined ? 'w-1/4 animate-pulse-soft' : 'transition-[width] duration-300'}`}
            style={percent === undefined ? undefined : { width: `${percent}%` }}
          />
        </div>
        <p className="mt-1 min-h-[1.4em] text-xs text-muted tabular-nums">{props.detail}</p>
      </div>
      <Button size="small" tone="quiet" onClick={props.onCancel} aria-disabled={props.isBusy}>
        {texts.cancelDownload}
      </Button>
    </div>
  )
}
