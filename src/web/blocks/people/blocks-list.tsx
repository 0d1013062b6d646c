import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BlockedPerson } from '../../../shared/people/blocks.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { type Api, unwrap, useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { Link } from '../../lib/router/router.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { ItemButton } from '../../ui/item-button.tsx'
import { toast } from '../../ui/toast.ts'
import { listQuery } from '../list/list-query.ts'
import { useList } from '../list/list-state.ts'
import { OwnList } from '../list/own-list.tsx'
import { blocksKey } from './blocked.ts'
import { changeBlocked, storeBlocked } from './change-blocked.ts'
import * as texts from './texts.ts'

const blocksListQuery = (api: Api, owner: string) =>
  listQuery([...blocksKey, 'list', owner], async (page, options) => {
    const { blocks, nextCursor } = await unwrap(api.me.blocks.$get({ query: page }, options))
    return { items: blocks, nextCursor }
  })

/** Whom the viewer blocks, last blocked first. @param owner undefined while the viewer is not known */
export default function BlocksList({ owner }: { owner: string | undefined }) {
  return (
    <OwnList
      list={useList<BlockedPerson>(blocksListQuery(useApi(), owner ?? ''), { owner })}
      words={{
        loading: texts.blocksLoading,
        count: ({ length }) => texts.blocksCount(length),
        none: texts.nobodyBlocked,
        failed: texts.blocksFailed,
      }}
      skeleton="h-20"
    >
      {(person, toList) => <BlockedItem key={person.address} person={person} onGone={toList} />}
    </OwnList>
  )
}

function BlockedItem({ person, onGone }: { person: BlockedPerson; onGone: () => void }) {
  const { address, noCopies } = person
  const parts = { api: useApi(), client: useQueryClient() }
  const name = person.name ?? shortAddress(address)
  const setCopies = async (mayCopy: boolean) => {
    try {
      await storeBlocked(parts, { wallet: address, name, how: { noCopies: !mayCopy } })
    } catch (error) {
      toast.error(explainError(error))
    }
  }
  const unblock = useMutation({
    mutationFn: () => changeBlocked(parts, { wallet: address, name, how: null }),
    onSuccess: onGone,
  })
  return (
    <li className="panel hairline cut flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-4.5">
      <div className="min-w-0 flex-[1_1_220px]">
        <Link
          to={`/by/${address}`}
          className="inline-flex min-h-6 items-center font-semibold wrap-anywhere hover:text-cyan"
          title={address}
        >
          {name}
        </Link>
        <div className="flex items-center justify-between gap-4 text-sm text-soft">
          <span aria-hidden="true">{texts.mayCopy}</span>
          <Switch
            aria-label={texts.mayCopyOf(name)}
            on={!noCopies}
            onChange={(mayCopy) => void setCopies(mayCopy)}
          />
        </div>
      </div>
      <ItemButton of={name} busy={unblock.isPending} onClick={() => unblock.mutate()}>
        {texts.unblock}
      </ItemButton>
    </li>
  )
}
