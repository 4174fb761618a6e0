// Declares the look of the console: colours with enough contrast, small type, thin lines, quiet surfaces.
import {
  Badge,
  Button,
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  mergeThemeOverrides,
  Notification,
  PasswordInput,
  Popover,
  Select,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core'

const iris: MantineColorsTuple = [
  ...(['#f4f4ff', '#eaeafe', '#dbdbfd', '#c2c2fa', '#a6a5f6'] as const),
  ...(['#8a88ee', '#716ee4', '#5a56cf', '#4a46ad', '#3b388a'] as const),
]
const gray: MantineColorsTuple = [
  ...(['#fbfbfc', '#f5f5f6', '#ededef', '#e2e3e6', '#d3d4d8'] as const),
  ...(['#a7a9b0', '#7d8088', '#5d6068', '#3d3f46', '#1d1e22'] as const),
]
/** From text to ground. */
const dark: MantineColorsTuple = [
  ...(['#e7e8ea', '#b9bbc2', '#9599a3', '#6a6e78', '#31343b'] as const),
  ...(['#292b31', '#1f2125', '#151618', '#111213', '#0b0c0d'] as const),
]
const red: MantineColorsTuple = [
  ...(['#fef3f2', '#fde6e4', '#fbd0cc', '#f7aea8', '#f0827a'] as const),
  ...(['#e75f57', '#d6423b', '#b8322c', '#982b27', '#7d2825'] as const),
]
const green: MantineColorsTuple = [
  ...(['#effaf3', '#dcf4e4', '#bbe8cb', '#8bd6a7', '#56bc7f'] as const),
  ...(['#34a164', '#26864f', '#1f6f43', '#1b5837', '#17492f'] as const),
]
const amber: MantineColorsTuple = [
  ...(['#fff9eb', '#fdefc8', '#fbdf8d', '#f8c84f', '#f2b027'] as const),
  ...(['#dd920f', '#bb7009', '#94530c', '#7a4310', '#673811'] as const),
]
const blue: MantineColorsTuple = [
  ...(['#f0f7ff', '#e0eefe', '#c2ddfd', '#93c3fb', '#5fa4f7'] as const),
  ...(['#3b86ef', '#276ddc', '#2259b5', '#214c92', '#204177'] as const),
]

/** Fields of forms and dialogs, and buttons, are 32 px high. */
const small = { size: 'sm' } as const

/** The header of a dialog is none of the page: that would be a second landmark. */
const plainHeader = { header: { role: 'presentation' } }

const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: 7,
  colors: { iris, gray, dark, red, green, amber, blue },
  white: '#ffffff',
  black: '#1d1e22',
  fontFamily:
    '"Inter Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "JetBrains Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.71875rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '6px', lg: '8px', xl: '12px' },
  spacing: { xs: '6px', sm: '10px', md: '14px', lg: '20px', xl: '28px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  shadows: {
    xs: '0 1px 1px rgb(0 0 0 / 4%)',
    sm: '0 1px 2px rgb(0 0 0 / 6%)',
    md: '0 4px 12px rgb(0 0 0 / 8%), 0 0 1px rgb(0 0 0 / 12%)',
    lg: '0 8px 28px rgb(0 0 0 / 12%), 0 0 1px rgb(0 0 0 / 16%)',
    xl: '0 16px 48px rgb(0 0 0 / 18%), 0 0 1px rgb(0 0 0 / 16%)',
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', size: 'sm', tt: 'none', fw: 500 } }),
    Button: Button.extend({ defaultProps: { size: 'xs', fw: 500 } }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'xs', radius: 'sm' } }),
    Drawer: Drawer.extend({
      defaultProps: {
        attributes: plainHeader,
        position: 'right',
        shadow: 'xl',
        transitionProps: { duration: 120 },
        overlayProps: { backgroundOpacity: 0.35 },
      },
    }),
    Input: Input.extend({ defaultProps: small }),
    InputWrapper: Input.Wrapper.extend({ defaultProps: small }),
    Menu: Menu.extend({ defaultProps: { shadow: 'lg', transitionProps: { duration: 80 } } }),
    Modal: Modal.extend({
      defaultProps: {
        attributes: plainHeader,
        shadow: 'xl',
        radius: 'lg',
        yOffset: '14vh',
        transitionProps: { duration: 100 },
        overlayProps: { backgroundOpacity: 0.35 },
      },
    }),
    PasswordInput: PasswordInput.extend({ defaultProps: small }),
    Popover: Popover.extend({ defaultProps: { shadow: 'lg', transitionProps: { duration: 80 } } }),
    Select: Select.extend({ defaultProps: { ...small, checkIconPosition: 'right' } }),
    Switch: Switch.extend({ defaultProps: { size: 'xs' } }),
    Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
    Textarea: Textarea.extend({ defaultProps: { ...small, autosize: true, minRows: 2 } }),
    TextInput: TextInput.extend({ defaultProps: small }),
  },
})

/** Notices come from many places; their buttons have the label here. */
export const themeWith = (close: string) =>
  mergeThemeOverrides(theme, {
    components: { Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': close } } }) },
  })

/** Surfaces and lines beside those of Mantine. All texts on them have a contrast of 4.5 at least. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#62656d',
    '--mantine-color-placeholder': '#6d7078',
    '--mantine-color-default-border': '#dfe0e4',
    '--mantine-color-error': '#b8322c',
    '--side': '#f7f7f8',
    '--line': '#e9eaec',
    '--hover': '#f2f2f4',
    '--chosen': '#eeeefc',
    '--raised': '#ffffff',
    '--faint': '#6d7078',
  },
  dark: {
    '--mantine-color-dimmed': '#9a9da6',
    '--mantine-color-placeholder': '#8b8f99',
    '--mantine-color-default-border': '#34373e',
    '--mantine-color-error': '#f0827a',
    '--side': '#111213',
    '--line': '#26282d',
    '--hover': '#1e2024',
    '--chosen': '#26263f',
    '--raised': '#1b1d20',
    '--faint': '#8b8f99',
  },
})
