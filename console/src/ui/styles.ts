// Loads the styles of the parts that the console uses. Those of Mantine are in a layer, so ours always win.
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './base.css'
