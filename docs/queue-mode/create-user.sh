#!/bin/sh
# The postgres image runs this once, as the administrator, while its volume is empty. It creates the user that n8n
# signs in as. This user can create tables in n8n's database and do nothing else on the server.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
	--set=database="$POSTGRES_DB" --set=user="$N8N_DB_USER" --set=password="$N8N_DB_PASSWORD" <<'SQL'
CREATE USER :"user" WITH PASSWORD :'password' NOSUPERUSER NOCREATEDB NOCREATEROLE;
REVOKE ALL ON DATABASE :"database", postgres, template1 FROM PUBLIC;
GRANT CONNECT, CREATE, TEMPORARY ON DATABASE :"database" TO :"user";
GRANT USAGE, CREATE ON SCHEMA public TO :"user";
SQL
