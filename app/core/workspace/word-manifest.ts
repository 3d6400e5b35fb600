/*
 * The Word add-in manifest, in Microsoft's format 1.1 for task panes. The
 * schema prescribes the order of elements. Word accepts only https addresses.
 */

/** Must never change: Word identifies the add-in by it. */
const addInId = "4c0d5a52-9f0e-4c7d-8a44-6a1f6d0c2b17";

export function wordManifest(origin: string): string {
  const at = (path: string) => escaped(`${origin}${path}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OfficeApp xmlns="http://schemas.microsoft.com/office/appforoffice/1.1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="TaskPaneApp">
  <Id>${addInId}</Id>
  <Version>1.0.0.0</Version>
  <ProviderName>Stet</ProviderName>
  <DefaultLocale>en-US</DefaultLocale>
  <DisplayName DefaultValue="Stet"/>
  <Description DefaultValue="Writes, drafts and edits with you, and lets what is good stand."/>
  <IconUrl DefaultValue="${at("/word/icon-32.png")}"/>
  <HighResolutionIconUrl DefaultValue="${at("/word/icon-64.png")}"/>
  <SupportUrl DefaultValue="${at("/docs")}"/>
  <AppDomains>
    <AppDomain>${escaped(origin)}</AppDomain>
  </AppDomains>
  <Hosts>
    <Host Name="Document"/>
  </Hosts>
  <DefaultSettings>
    <SourceLocation DefaultValue="${at("/chat")}"/>
  </DefaultSettings>
  <Permissions>ReadWriteDocument</Permissions>
</OfficeApp>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
