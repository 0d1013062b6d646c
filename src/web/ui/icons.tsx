import type { ComponentProps } from 'react'

/** 20 px, in the colour of the text. Screen readers ignore it; its control has the accessible name. */
export function Icon({ children, ...props }: ComponentProps<'svg'>) {
  return (
    <svg
      aria-hidden="true"
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      {children}
    </svg>
  )
}
type IconProps = ComponentProps<'svg'>

export const CloseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
)
export const MoreIcon = (props: IconProps) => (
  <Icon fill="currentColor" stroke="none" {...props}>
    <circle cx="5.5" cy="12" r="1.6" />
    <circle cx="12" cy="12" r="1.6" />
    <circle cx="18.5" cy="12" r="1.6" />
  </Icon>
)
export const SearchIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5" />
  </Icon>
)
export const SettingsIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="3.2" />
    <path d="M12 3v2.6M12 18.4V21M3 12h2.6M18.4 12H21M5.6 5.6l1.9 1.9M16.5 16.5l1.9 1.9M18.4 5.6l-1.9 1.9M7.5 16.5l-1.9 1.9" />
  </Icon>
)
export const PersonIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-4 4-5.5 7.5-5.5s6.7 1.5 7.5 5.5" />
  </Icon>
)
export const InboxIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3.5 13.5L6.5 5h11l3 8.5V19h-17z" />
    <path d="M3.5 13.5h5c.4 1.6 1.7 2.5 3.5 2.5s3.1-.9 3.5-2.5h5" />
  </Icon>
)
export const MenuIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
)
export const ArrowRightIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 12h14M13 6l6 6-6 6" />
  </Icon>
)
export const ArrowDownIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5v14M6 13l6 6 6-6" />
  </Icon>
)
export const UpvoteIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 6l7 11H5z" />
  </Icon>
)
export const SendIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 12l16-7-6 16-3-7z" />
  </Icon>
)
export const StopIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="7" y="7" width="10" height="10" fill="currentColor" stroke="none" />
  </Icon>
)
export const WarningIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4l9 16H3zM12 10v4.5M12 17.4v.1" />
  </Icon>
)
export const LockIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="5" y="11" width="14" height="9" rx="1.5" />
    <path d="M8 11V8a4 4 0 018 0v3" />
  </Icon>
)
export const PencilIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 19l1-4L16.5 4.5l3 3L9 18z" />
  </Icon>
)
export const DocumentIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M13.5 4H6.5v16h11V8zM13.5 4v4h4M9.5 12.5h5M9.5 16h5" />
  </Icon>
)
export const TrashIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7" />
  </Icon>
)
export const UploadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 16V5M7 10l5-5 5 5M5 19h14" />
  </Icon>
)
export const DownloadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5v11M7 11l5 5 5-5M5 20h14" />
  </Icon>
)
export const CopyIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="8.5" y="8.5" width="11" height="11" rx="1.5" />
    <path d="M15.5 5.5v-1h-11v11h1" />
  </Icon>
)
export const PlusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
)
export const EyeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6z" />
    <circle cx="12" cy="12" r="2.6" />
  </Icon>
)
export const EyeOffIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 8.8C3.2 10.3 2.5 12 2.5 12s3.5 6 9.5 6c1.4 0 2.7-.3 3.8-.8M19 15.6c1.6-1.7 2.5-3.6 2.5-3.6s-3.5-6-9.5-6c-.9 0-1.7.1-2.5.3M4 4l16 16" />
  </Icon>
)
export const OutsideIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9 6H5v13h13v-4M13 5h6v6M19 5l-9 9" />
  </Icon>
)
export const CheckIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
)
export const PreviousIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M14.5 6l-6 6 6 6" />
  </Icon>
)
export const NextIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9.5 6l6 6-6 6" />
  </Icon>
)
export const AskAgainIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M19 12a7 7 0 11-2.2-5.1M19 3.5v4.2h-4.2" />
  </Icon>
)
export const StarIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4l2.5 5.2 5.7.8-4.1 4 1 5.6-5.1-2.7-5.1 2.7 1-5.6-4.1-4 5.7-.8z" />
  </Icon>
)

export const ShareIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 14.5V3.5M8 7l4-3.8L16 7M7 11H5.5v9.5h13V11H17" />
  </Icon>
)
