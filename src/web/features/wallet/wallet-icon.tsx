import type { ListedWallet } from './list-wallets.ts'

/** A wallet's own picture where it brought one; else its first letter, drawn here, so that nothing is fetched. */
export function WalletIcon({
  wallet,
  size = 36,
}: {
  wallet: Pick<ListedWallet, 'name' | 'icon'>
  size?: number
}) {
  if (wallet.icon)
    return <img src={wallet.icon} alt="" width={size} height={size} className="flex-none rounded-[9px]" />
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 36 36" className="flex-none" fill="none">
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
