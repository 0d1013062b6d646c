import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import * as texts from '../texts.ts'
import { ShareLink } from './share-link.tsx'
import type { Shared } from './shared.ts'

export default function ShareDialog(props: { shared: Shared; children?: ReactNode; onClose: () => void }) {
  const { shared, children } = props
  return (
    <Dialog
      open
      width={children ? 'normal' : 'narrow'}
      title={children ? texts.share : texts.shareOf(shared.name)}
      onClose={props.onClose}
    >
      {children}
      <section
        aria-label={texts.linkOf(shared.name)}
        className={children ? 'mt-6 grid gap-3 border-t border-line pt-5' : 'grid gap-3'}
      >
        {children && <h3 className="font-semibold wrap-anywhere">{shared.name}</h3>}
        <p className="text-sm text-soft">{shared.about}</p>
        <ShareLink
          name={shared.name}
          path={shared.path}
          qr={children ? 'folded' : 'shown'}
          second={Boolean(children)}
        />
      </section>
    </Dialog>
  )
}
