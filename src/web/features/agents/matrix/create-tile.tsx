import type { ComponentProps } from 'react'
import { Link } from '../../../lib/router.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'

/** The first tile of the matrix opens the older create dialog. */
export function CreateTile({ opens }: { opens: Pick<ComponentProps<typeof Link>, 'to' | 'state'> }) {
  return (
    <Link
      {...opens}
      className="panel hairline cut grid min-h-[200px] content-center justify-items-center text-center transition-colors duration-200 hover:bg-[#0f1a2b] sm:min-h-[330px]"
    >
      <span className="hexagon grid h-[58px] w-[66px] place-items-center bg-cyan/10 text-cyan">
        <PlusIcon width={26} height={26} />
      </span>
      <span className="display mt-4.5 text-[18px] font-semibold">Create an agent</span>
      <span className="mt-1.5 max-w-[20ch] text-sm text-soft">
        Give it a voice, a craft and what it knows
      </span>
    </Link>
  )
}
