import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ownKeyLimits } from '../../../shared/models/own-keys.ts'
import { listOf } from '../../blocks/list/list-state.ts'
import { OwnList } from '../../blocks/list/own-list.tsx'
import { useApi } from '../../lib/http/api.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ModelKeyItem } from './model-key-item.tsx'
import { modelKeysQuery } from './model-keys.ts'
import * as texts from './texts.ts'

const NewModelKeyDialog = lazyPart(() => import('./new-model-key-dialog.tsx'))

/** A wallet's own keys for models, and the button that adds one. @param owner undefined while the viewer is not known */
export function ModelKeys({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...modelKeysQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  const [isAdding, setAdding] = useState(false)
  const { keys = [], presets = [], secret } = asked.data ?? {}
  const isFull = keys.length >= ownKeyLimits.keys
  return (
    <div className="grid gap-5">
      <OwnList
        list={listOf(asked, keys)}
        words={{
          loading: texts.loading,
          count: ({ length }) => texts.count(length),
          none: texts.none,
          failed: texts.failed,
        }}
        skeleton="h-24"
      >
        {(key, toList) => <ModelKeyItem key={key.id} modelKey={key} onGone={toList} />}
      </OwnList>
      {isFull ? (
        <p className="text-soft">{texts.full(ownKeyLimits.keys)}</p>
      ) : (
        <Button className="justify-self-start" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      )}
      {secret && (
        <p className="max-w-[64ch] text-pretty text-13 leading-relaxed text-muted">
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
