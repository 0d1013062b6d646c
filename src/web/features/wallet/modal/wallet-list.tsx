import * as texts from '../texts.ts'
import type { ListedWallet } from '../wallets/list-wallets.ts'

function readinessText(wallet: ListedWallet): string {
  switch (wallet.readyState) {
    case 'Installed':
      return texts.detected
    case 'Loadable':
      return texts.openInApp
    case 'NotDetected':
      return texts.install
    case 'Unsupported':
      return wallet.reason
  }
}

/** An unusable wallet stays in the list with the reason, but can't be chosen. */
export function WalletList(props: { wallets: readonly ListedWallet[]; onChoose: (name: string) => void }) {
  return (
    <ul className="grid gap-2">
      {props.wallets.map((wallet) => (
        <li key={wallet.name}>
          <button
            type="button"
            aria-disabled={wallet.readyState === 'Unsupported'}
            onClick={() => wallet.readyState !== 'Unsupported' && props.onChoose(wallet.name)}
            className="group flex min-h-[60px] w-full items-center gap-3.5 border border-transparent bg-[rgb(155_123_255/0.06)] px-3.5 py-2.5 text-left transition-colors duration-150 aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-muted [&:not([aria-disabled=true])]:hover:border-violet/50 [&:not([aria-disabled=true])]:hover:bg-[rgb(155_123_255/0.15)]"
          >
            <span className="group-aria-disabled:opacity-50">
              <WalletIcon wallet={wallet} />
            </span>
            <span className="min-w-0 flex-1 text-16 leading-snug break-words font-medium">{wallet.name}</span>
            <span
              className={
                wallet.readyState === 'Installed'
                  ? 'flex items-center gap-2 text-13 text-[#c6b5ff]'
                  : 'text-right text-13 text-muted group-[:not([aria-disabled=true])]:group-hover:text-soft'
              }
            >
              {wallet.readyState === 'Installed' && (
                <span className="dot dot-live [--hue:var(--color-violet)]" aria-hidden="true" />
              )}
              <span>{readinessText(wallet)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A wallet's own icon if it has one, otherwise its first letter in an SVG, so that nothing is fetched. */
function WalletIcon({ wallet }: { wallet: Pick<ListedWallet, 'name' | 'icon'> }) {
  if (wallet.icon)
    return <img src={wallet.icon} alt="" width="36" height="36" className="flex-none rounded-[9px]" />
  return (
    <svg aria-hidden="true" width="36" height="36" viewBox="0 0 36 36" className="flex-none" fill="none">
      <path d="M7 1h28v28l-6 6H1V7z" fill="rgb(155 123 255 / .1)" stroke="rgb(155 123 255 / .5)" />
      <text
        x="18"
        y="23.6"
        textAnchor="middle"
        className="display"
        fontSize="16"
        fontWeight="600"
        fill="var(--color-violet)"
      >
        {wallet.name.charAt(0)}
      </text>
    </svg>
  )
}
