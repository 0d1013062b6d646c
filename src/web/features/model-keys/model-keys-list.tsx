import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { ownKeyLimits } from '../../../shared/models/own-keys.ts'
import { FailedPanel } from '../../blocks/list/instead.tsx'
import { listOf } from '../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../blocks/list/list-view.tsx'
import { useApi } from '../../lib/http/api.ts'
import { Button } from '../../ui/button.tsx'
import { ModelKeyItem } from './model-key-item.tsx'
import { modelKeysQuery } from './model-keys.ts'
import * as texts from './texts.ts'

const NewModelKeyDialog = lazy(() => import('./new-model-key-dialog.tsx'))

/** A wallet's own keys for models, and the button that adds one. @param owner undefined while the viewer is not known */
export function ModelKeys({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...modelKeysQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  const [isAdding, setAdding] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { keys = [], presets = [], secret } = asked.data ?? {}
  const isFull = keys.length >= ownKeyLimits.keys
  return (
    <div ref={list} tabIndex={-1} className="grid gap-5 outline-none">
      <ListView
        list={listOf(asked, keys)}
        as="ul"
        className="grid gap-3"
        words={{
          loading: texts.loading,
          count: ({ length }) => texts.count(length),
        }}
        loading={
          <Skeletons of={<li aria-hidden="true" className="panel hairline cut skeleton h-24" />} count={1} />
        }
        empty={<p className="text-soft">{texts.none}</p>}
        failed={(failure) => <FailedPanel title={texts.failed} failure={failure} />}
      >
        {(shown) =>
          shown.map((key) => (
            <ModelKeyItem
              key={key.id}
              modelKey={key}
              onGone={() => list.current?.focus({ preventScroll: true })}
            />
          ))
        }
      </ListView>
      {isFull ? (
        <p className="text-soft">{texts.full(ownKeyLimits.keys)}</p>
      ) : (
        <Button className="justify-self-start" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      )}
      {secret && (
        <p className="max-w-[64ch] text-pretty text-[13px] leading-relaxed text-muted">
          {texts.kept[secret]} {texts.neverShown}
        </p>
      )}
      {isAdding && (
        <Suspense fallback={null}>
          <NewModelKeyDialog presets={presets} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}
