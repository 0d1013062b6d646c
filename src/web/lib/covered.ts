/**
 * Whether a dialog or a menu is open. Keys then belong to it, and keyboard shortcuts of the screen below must not act.
 */
export const isCovered = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
